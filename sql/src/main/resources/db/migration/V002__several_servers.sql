-- What servers that share a database tell each other. docs/scale-out.md says how it is used.

-- Raised by every commit that changes anything of the tenant. Nobody reads what it is, only whether it moved.
ALTER TABLE tenant ADD COLUMN touched BIGINT NOT NULL DEFAULT 0;

-- 1 once the tenant is being erased: nothing is appended to its log any more.
ALTER TABLE tenant ADD COLUMN ended SMALLINT NOT NULL DEFAULT 0;

-- Who does which background work, and until when, by the database's clock, nobody else may.
CREATE TABLE lease (
  name ${text} NOT NULL PRIMARY KEY,
  holder ${text} NOT NULL,
  until BIGINT NOT NULL
)${clustered};
