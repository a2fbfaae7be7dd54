/** The facts of uploads in the database, where every server of the home finds them. */
import type { UploadRow, UploadRows } from '../../files/uploads.js';
import type { Db } from '../log/database.js';

interface Stored {
  id: string;
  name: string;
  media_type: string;
  size: number;
  created_at: number;
  expires_at: number;
  chosen: number;
}

export function createUploadRows(db: Db): UploadRows {
  const add = db.prepare<[Stored]>(
    `INSERT INTO uploads (id, name, media_type, size, created_at, expires_at, chosen)
     VALUES (@id, @name, @media_type, @size, @created_at, @expires_at, @chosen)`,
  );
  const one = db.prepare<[string], Stored>('SELECT * FROM uploads WHERE id = ?');
  const remove = db.prepare<[string]>('DELETE FROM uploads WHERE id = ?');
  const present = db.prepare<[number], { id: string }>('SELECT id FROM uploads WHERE expires_at > ?');
  const forget = db.prepare<[number]>('DELETE FROM uploads WHERE expires_at <= ?');
  return {
    add: ({ id, name, mediaType, size, createdAt, expiresAt, chosen }) =>
      void add.run({
        id,
        name,
        media_type: mediaType,
        size,
        created_at: createdAt,
        expires_at: expiresAt,
        chosen: Number(chosen),
      }),
    get(id) {
      const row = one.get(id);
      return row && rowOf(row);
    },
    remove: (id) => remove.run(id).changes > 0,
    present: (now) => present.all(now).map(({ id }) => id),
    forget: (before) => void forget.run(before),
  };
}

function rowOf({ id, name, media_type, size, created_at, expires_at, chosen }: Stored): UploadRow {
  return {
    id,
    name,
    mediaType: media_type,
    size,
    createdAt: created_at,
    expiresAt: expires_at,
    chosen: chosen === 1,
  };
}
