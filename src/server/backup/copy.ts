import { createReadStream, createWriteStream, renameSync, rmSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { sql } from 'drizzle-orm'
import type { Db } from '#platform/db/handles.ts'
import { lastCopy } from '#platform/db/schema/work.ts'
import { plural } from '#shared/spanish-numbers.ts'
import { readSealed } from '../sealed-texts.ts'
import {
  type CopyPart,
  continueCounting,
  readRows,
  sumTables,
  type TableSum,
  writeRows,
} from './rows.ts'
import { schemaVersion, tablesInOrder } from './table-order.ts'

/** What keeps a copy from being written or read back, in Spanish. */
export class CopyFault extends Error {}

/** Hands the parts of all rows, as of one instant, to `use`. */
export async function withRows<T>(
  db: Db,
  keyIds: readonly string[],
  use: (parts: AsyncIterable<CopyPart>) => Promise<T>,
): Promise<T> {
  return await db.transaction((db) => use(readRows(db as unknown as Db, keyIds)), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  })
}

/** A line of JSON per part, compressed; under its name only when it is whole, and for its owner alone. */
export async function writeFile(path: string, parts: AsyncIterable<CopyPart>): Promise<void> {
  async function* lines() {
    for await (const part of parts) yield `${JSON.stringify(part)}\n`
  }
  const unfinished = `${path}.new`
  const file = createWriteStream(unfinished, { mode: 0o600, flush: true })
  try {
    await pipeline(Readable.from(lines()), createGzip({ level: 6 }), file)
    renameSync(unfinished, path)
  } catch (error) {
    // It would take the room that the next one needs, and outlive what a deleted person was promised.
    rmSync(unfinished, { force: true })
    throw error
  }
}

/** An alarm rings where the next one is missing. */
export async function noteCopy(db: Db, madeAt: Date): Promise<void> {
  const row = { id: 1, madeAt }
  await db.insert(lastCopy).values(row).onConflictDoUpdate({ target: lastCopy.id, set: row })
}

export async function* readFile(path: string): AsyncGenerator<CopyPart> {
  const unzipped = createGunzip()
  createReadStream(path)
    .on('error', (error) => unzipped.destroy(error))
    .pipe(unzipped)
  // By hand: Node's own reader of lines also breaks at U+2028, which stands in texts.
  let begun: string[] = []
  for await (const chunk of unzipped.setEncoding('utf8')) {
    const [more = '', ...lines] = (chunk as string).split('\n')
    begun.push(more)
    for (const line of lines) {
      yield JSON.parse(begun.join('')) as CopyPart
      begun = [line]
    }
  }
}

/**
 * Fills an empty database, all or nothing, and reads every row again. Throws CopyFault when there are rows already, the
 * copy is of another version, was sealed with a key that is not here, is cut off, or came out otherwise than it was.
 */
export async function restoreRows(
  db: Db,
  parts: AsyncIterable<CopyPart>,
  opensWith: readonly string[],
  finish: (db: Db) => Promise<void> = async () => {},
): Promise<TableSum[]> {
  return await db.transaction(async (transaction) => {
    const within = transaction as unknown as Db
    await assertEmpty(within)
    const tables = new Set(await tablesInOrder(within))
    const expected: TableSum[] = []
    let isWhole = false
    let sealedBy: readonly string[] = []
    for await (const part of parts) {
      // Left out of copies since that one was made.
      if ('table' in part && !tables.has(part.table)) continue
      if (part.kind === 'head') {
        await assertFits(within, part, opensWith)
        sealedBy = part.keyIds
      } else if (part.kind === 'rows') await writeRows(within, part.table, part.rows)
      else if (part.kind === 'sum')
        expected.push({ table: part.table, rows: part.rows, sum: part.sum })
      else isWhole = true
    }
    if (!isWhole) throw new CopyFault('La copia está cortada: le falta el final.')
    await continueCounting(within)
    const found = new Map((await sumTables(within)).map((sum) => [sum.table, sum]))
    for (const { table, rows, sum } of expected)
      if (found.get(table)?.sum !== sum)
        throw new CopyFault(
          `La tabla ${table} no ha quedado igual que en la copia (${found.get(table)?.rows ?? 0} filas de ${rows}).`,
        )
    await assertOpens(within, sealedBy, opensWith)
    await finish(within)
    return expected
  })
}

/**
 * A copy made while keys were changed names both; what lies in it may be sealed with either. What even the installation that was copied
 * had no key for is lost already, and keeps nothing else away.
 */
async function assertOpens(
  db: Db,
  sealedBy: readonly string[],
  opensWith: readonly string[],
): Promise<void> {
  const needed = sealedBy.filter((id) => !opensWith.includes(id))
  const lost = (await readSealed(db)).filter(({ sealed }) => needed.includes(keyIdOf(sealed)))
  const missing = [...new Set(lost.map(({ sealed }) => keyIdOf(sealed)))]
  if (missing.length > 0)
    throw new CopyFault(
      `En la copia hay ${plural(lost.length, 'texto cifrado', 'textos cifrados')} con otra clave (${missing.join(', ')}): ponla en ENCRYPTION_KEYS_OLDER y restaura otra vez.`,
    )
}

const keyIdOf = (sealed: string) => sealed.split('.')[1] ?? ''

async function assertEmpty(db: Db): Promise<void> {
  const { rows } = await db.execute(sql`select 1 from users union all select 1 from jobs limit 1`)
  if (rows.length > 0)
    throw new CopyFault('La base de datos ya tiene datos: restaura en una que esté vacía.')
}

async function assertFits(
  db: Db,
  { version, keyIds }: Extract<CopyPart, { kind: 'head' }>,
  opensWith: readonly string[],
): Promise<void> {
  if (version !== (await schemaVersion(db)))
    throw new CopyFault(
      'La copia es de otra versión del programa: restaura con la versión que la hizo y actualiza después.',
    )
  if (!keyIds.some((id) => opensWith.includes(id)))
    throw new CopyFault(
      'ENCRYPTION_KEY no es la de la copia: los permisos de Google y los canales no se podrían abrir.',
    )
}
