/**
 * Vectors go with their passages, by triggers: whoever takes a passage out, or changes its text or its scope, need not
 * know of them. `unembedded` has exactly the passages without a vector, once there is a model; before, nothing is noted.
 */
export const vectorSchema = `
  CREATE TABLE vector_model (
    one INTEGER PRIMARY KEY CHECK (one = 1), name TEXT NOT NULL, dimensions INTEGER NOT NULL, token TEXT NOT NULL
  ) STRICT;
  CREATE TABLE vectors (seq INTEGER PRIMARY KEY AUTOINCREMENT, number INTEGER NOT NULL UNIQUE, code BLOB NOT NULL) STRICT;
  CREATE TABLE unembedded (number INTEGER PRIMARY KEY) STRICT;
  CREATE TRIGGER vectors_of_new AFTER INSERT ON passages WHEN EXISTS (SELECT 1 FROM vector_model) BEGIN
    INSERT OR IGNORE INTO unembedded (number) VALUES (new.number);
  END;
  CREATE TRIGGER vectors_of_gone AFTER DELETE ON passages BEGIN
    DELETE FROM vectors WHERE number = old.number;
    DELETE FROM unembedded WHERE number = old.number;
  END;
  CREATE TRIGGER vectors_of_changed AFTER UPDATE ON passages
  WHEN (old.text IS NOT new.text OR old.scope IS NOT new.scope OR old.created_at IS NOT new.created_at)
    AND EXISTS (SELECT 1 FROM vector_model) BEGIN
    DELETE FROM vectors WHERE number = old.number;
    INSERT OR IGNORE INTO unembedded (number) VALUES (new.number);
  END;`
