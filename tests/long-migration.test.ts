import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migratePostgres } from '../src/platform/db/migrate-postgres.ts'

const server = process.env.TEST_DATABASE_URL
const MIGRATIONS = join(import.meta.dirname, '../src/platform/db/migrations')

describe.skipIf(!server)('a role with a limit for its statements', () => {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const client = new pg.Client({ connectionString: server })
  beforeAll(async () => {
    await client.connect()
    await client.query(`create database ${name}`)
  })
  afterAll(async () => {
    await client.query(`drop database if exists ${name} with (force)`)
    await client.end()
  })

  test('migrates past that limit, waiting for another process included', async () => {
    const address = new URL(server!)
    address.pathname = `/${name}`
    const other = new pg.Client({ connectionString: address.href })
    await other.connect()
    await other.query('select pg_advisory_lock(7141026)')
    address.searchParams.set('options', '-c statement_timeout=300')
    const migrated = migratePostgres(address.href, MIGRATIONS)
    await new Promise((done) => setTimeout(done, 900))
    await other.query('select pg_advisory_unlock(7141026)')
    await migrated
    const { rows } = await other.query('select count(*)::int as n from users')
    expect(rows).toEqual([{ n: 0 }])
    await other.end()
  })
})
