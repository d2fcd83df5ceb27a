/**
 * Vectors go with their passages, by triggers: whoever takes a passage out, or changes its text or its scope, need not
 * know of them. `unembedded` has the passages that lost a vector, or whose number may be given to another one; the rest of
 * those without a vector have higher numbers than all that have one.
 */
export const vectorSchema = `
  CREATE TABLE vector_model (
    one INTEGER PRIMARY KEY CHECK (one = 1), name TEXT NOT NULL, dimensions INTEGER NOT NULL, token TEXT NOT NULL
  ) STRICT;
  CREATE TABLE vectors (seq INTEGER PRIMARY KEY AUTOINCREMENT, number INTEGER NOT NULL UNIQUE, code BLOB NOT NULL) STRICT;
  CREATE TABLE unembedded (number INTEGER PRIMARY KEY) STRICT;
  CREATE TRIGGER vectors_of_gone AFTER DELETE ON passages BEGIN
    DELETE FROM vectors WHERE number = old.number;
  END;
  CREATE TRIGGER vectors_of_changed AFTER UPDATE ON passages
  WHEN old.text IS NOT new.text OR old.scope IS NOT new.scope OR old.created_at IS NOT new.created_at BEGIN
    DELETE FROM vectors WHERE number = old.number;
  END;
  CREATE TRIGGER vectors_missed AFTER DELETE ON vectors
  WHEN EXISTS (SELECT 1 FROM passages WHERE number = old.number)
    OR old.number > coalesce((SELECT max(number) FROM passages), 0) BEGIN
    INSERT OR IGNORE INTO unembedded (number) VALUES (old.number);
  END;`
