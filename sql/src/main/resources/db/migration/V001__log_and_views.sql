-- The log, and the views in numbered spaces. docs/core.md says what each row is for.
--
-- Words in ${} are the dialect's. ${clustered} keeps small rows inside their primary key; rows that carry bodies are
-- kept apart from it, because SQLite moves what exceeds a quarter of a page of a clustered row to a page of its own.
-- Times are microseconds since 1970; flags are 0 or 1; 9223372036854775807 is the end that never comes.

CREATE TABLE meta (
  name ${text} NOT NULL PRIMARY KEY,
  value ${bytes} NOT NULL
)${clustered};

-- The last number given to a tenant or a space. Rows go, numbers do not come back.
CREATE TABLE numbering (
  name ${text} NOT NULL PRIMARY KEY,
  last_number BIGINT NOT NULL
)${clustered};

INSERT INTO numbering (name, last_number) VALUES ('tenant', 0);

INSERT INTO numbering (name, last_number) VALUES ('space', 0);

-- A tenant, the short number it has in other tables, and the end of its log.
CREATE TABLE tenant (
  name ${text} NOT NULL PRIMARY KEY,
  number BIGINT NOT NULL,
  active_space BIGINT NOT NULL,
  position BIGINT NOT NULL,
  hash ${bytes} NOT NULL,
  visible_time BIGINT NOT NULL
)${clustered};

CREATE TABLE space (
  tenant BIGINT NOT NULL,
  number BIGINT NOT NULL,
  digest ${bytes} NOT NULL,
  PRIMARY KEY (tenant, number)
)${clustered};

-- header, payload, salts and event_time are null once erased.
CREATE TABLE log (
  tenant BIGINT NOT NULL,
  position BIGINT NOT NULL,
  event_id ${text} NOT NULL,
  visible_time BIGINT NOT NULL,
  event_time BIGINT,
  header ${bytes},
  payload ${bytes},
  header_salt ${bytes},
  payload_salt ${bytes},
  header_hash ${bytes} NOT NULL,
  payload_hash ${bytes} NOT NULL,
  hash ${bytes} NOT NULL,
  PRIMARY KEY (tenant, position),
  UNIQUE (tenant, event_id)
);

CREATE TABLE checkpoint (
  tenant BIGINT NOT NULL,
  position BIGINT NOT NULL,
  log_id ${text} NOT NULL,
  hash ${bytes} NOT NULL,
  visible_time BIGINT NOT NULL,
  signature ${bytes} NOT NULL,
  PRIMARY KEY (tenant, position)
)${clustered};

-- audience, workspace, expires_at and indexed repeat what the envelope says, for the access filter.
CREATE TABLE object (
  space BIGINT NOT NULL,
  type ${text} NOT NULL,
  id ${text} NOT NULL,
  created BIGINT NOT NULL,
  latest_version BIGINT NOT NULL,
  envelope ${bytes} NOT NULL,
  audience ${bytes} NOT NULL,
  workspace ${text},
  expires_at BIGINT,
  indexed SMALLINT NOT NULL,
  quarantined SMALLINT NOT NULL,
  ever_deleted SMALLINT NOT NULL,
  PRIMARY KEY (space, type, id)
)${clustered};

-- For lists. Events are listed by their position in the log, and they are most of the objects.
CREATE INDEX object_by_creation ON object (space, type, created, id) WHERE type <> 'event';

CREATE TABLE version (
  space BIGINT NOT NULL,
  type ${text} NOT NULL,
  id ${text} NOT NULL,
  version BIGINT NOT NULL,
  position BIGINT NOT NULL,
  body ${bytes} NOT NULL,
  PRIMARY KEY (space, type, id, version)
);

CREATE TABLE span (
  space BIGINT NOT NULL,
  type ${text} NOT NULL,
  id ${text} NOT NULL,
  sys_from BIGINT NOT NULL,
  valid_from BIGINT NOT NULL,
  sys_to BIGINT NOT NULL,
  valid_to BIGINT NOT NULL,
  version BIGINT NOT NULL,
  PRIMARY KEY (space, type, id, sys_from, valid_from)
)${clustered};

CREATE INDEX span_by_valid_time ON span (space, type, id, valid_from, sys_from);

CREATE TABLE tombstone (
  space BIGINT NOT NULL,
  type ${text} NOT NULL,
  id ${text} NOT NULL,
  sys_from BIGINT NOT NULL,
  sys_to BIGINT NOT NULL,
  PRIMARY KEY (space, type, id, sys_from)
)${clustered};

-- value is the beginning and the hash of a long value, because an index cannot hold it; whole is the value then.
CREATE TABLE list_key (
  space BIGINT NOT NULL,
  type ${text} NOT NULL,
  field ${text} NOT NULL,
  value ${text} NOT NULL,
  created BIGINT NOT NULL,
  id ${text} NOT NULL,
  whole ${text},
  PRIMARY KEY (space, type, field, value, created, id)
)${clustered};

CREATE TABLE adjacent (
  space BIGINT NOT NULL,
  node_type ${text} NOT NULL,
  node_id ${text} NOT NULL,
  direction ${text} NOT NULL,
  edge_type ${text} NOT NULL,
  edge_id ${text} NOT NULL,
  other_type ${text} NOT NULL,
  other_id ${text} NOT NULL,
  PRIMARY KEY (space, node_type, node_id, direction, edge_type, edge_id)
)${clustered};

CREATE TABLE audience (
  space BIGINT NOT NULL,
  token ${text} NOT NULL,
  audience ${bytes} NOT NULL,
  PRIMARY KEY (space, token, audience)
)${clustered};

CREATE INDEX audience_by_name ON audience (space, audience);

CREATE TABLE counter (
  space BIGINT NOT NULL,
  kind ${text} NOT NULL,
  last_number BIGINT NOT NULL,
  PRIMARY KEY (space, kind)
)${clustered};

-- What retries are answered with. Outside every digest.
CREATE TABLE idempotency (
  tenant ${text} NOT NULL,
  principal ${text} NOT NULL,
  route ${text} NOT NULL,
  request_key ${text} NOT NULL,
  item BIGINT NOT NULL,
  request_hash ${bytes} NOT NULL,
  event_id ${text} NOT NULL,
  lapses_at BIGINT NOT NULL,
  PRIMARY KEY (tenant, principal, route, request_key, item)
);

CREATE INDEX idempotency_by_end ON idempotency (lapses_at);

-- Telemetry. Outside every digest.
CREATE TABLE last_used (
  tenant ${text} NOT NULL PRIMARY KEY,
  used_at BIGINT NOT NULL
)${clustered};
