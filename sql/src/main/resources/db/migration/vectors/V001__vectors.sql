-- What became of texts that were once embedded. All of it can be made again: docs/vectors.md.

-- One row: the log that all this was made from, and the highest number that a shelf ever had.
CREATE TABLE vector_source (
  place SMALLINT NOT NULL PRIMARY KEY,
  log_id ${text} NOT NULL,
  last_shelf BIGINT NOT NULL
);

-- One model of one tenant, and how much is on its shelf. A number is never given twice, so that whoever still holds one of a
-- shelf that was dropped meets nobody else's rows.
CREATE TABLE vector_shelf (
  number BIGINT NOT NULL PRIMARY KEY,
  tenant ${text} NOT NULL,
  model ${text} NOT NULL,
  revision ${text} NOT NULL,
  dimension INTEGER NOT NULL,
  passage_tokens INTEGER NOT NULL,
  vectors BIGINT NOT NULL,
  refused BIGINT NOT NULL,
  UNIQUE (tenant, model, revision, dimension, passage_tokens)
);

-- Shelves whose rows nobody finds any more, until the last of them is gone.
CREATE TABLE vector_shelf_dropped (
  number BIGINT NOT NULL PRIMARY KEY
);

-- Not clustered by its key: rows of this length would not fit into the inner pages of SQLite's tree.
CREATE TABLE vector (
  shelf BIGINT NOT NULL,
  text_hash ${bytes} NOT NULL,
  refused SMALLINT NOT NULL,
  content ${bytes} NOT NULL,
  PRIMARY KEY (shelf, text_hash)
);
