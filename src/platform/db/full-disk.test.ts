import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { openStorage } from './client.ts'
import { isDatabaseAway } from './failures.ts'

// The embedded database on a disk of its own that fills up, where this machine lets us make one.
const disk = mkdtempSync(join(tmpdir(), 'full-disk-'))
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=160m', 'tmpfs', disk]).status === 0
afterAll(() => {
  if (isMounted) execFileSync('umount', ['--lazy', disk])
  rmSync(disk, { recursive: true, force: true })
})
const open = () => openStorage({ databaseUrl: undefined, dataDir: join(disk, 'data') })
const ballast = join(disk, 'ballast')
/** Less than the next part of its log takes, and more than the rows until then. */
const ROOM_BYTES = 13e6

test.skipIf(!isMounted)(
  'a log that finds no room ends it instead of hanging, and nothing is lost',
  async () => {
    const storage = await open()
    await storage.db.execute(sql`create table filling (n int, text text)`)
    const { bavail, bsize } = statfsSync(disk)
    writeFileSync(ballast, Buffer.alloc(bavail * bsize - ROOM_BYTES))
    let written = 0
    const write = async () => {
      for (; ; written++)
        await storage.db.execute(sql`insert into filling
          select ${written}::int, repeat(md5(random()::text), 40) from generate_series(1, 200)`)
    }
    expect(isDatabaseAway(await write().catch((error) => error))).toBe(true)
    expect(isDatabaseAway(await storage.db.execute(sql`select 1`).catch((error) => error))).toBe(
      true,
    )
    await storage.whenBroken
    await storage.close()
    await expect(open()).rejects.toThrow('ENOSPC')

    rmSync(ballast)
    const again = await open()
    const { rows } = await again.db.execute(sql`select count(distinct n)::int as n from filling`)
    expect(rows).toEqual([{ n: written }])
    await again.close()
  },
)
