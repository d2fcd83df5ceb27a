/**
 * Triggers keep vectors in step with passages, so that code which removes a passage, or changes its text or scope, need
 * not know of them. With a model, `unembedded` has exactly the passages without a vector; without one it stays empty.
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
