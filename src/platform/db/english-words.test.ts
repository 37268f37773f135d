import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStorage, type Storage } from './client.ts'
import { automaticChangeEffects } from './schema/google-recommendations.ts'
import { recommendationApplications, recommendations } from './schema/recommendations.ts'

// A database as an older version left it, with the specification's Spanish words in its tables.
const folder = mkdtempSync(join(tmpdir(), 'spanish-'))
const ID = '7b0c3c5e-8f0a-4c07-9b7e-3d3c0f1f0a01'

let storage: Storage

beforeAll(async () => {
  mkdirSync(join(folder, 'data'))
  await makeOld()
  storage = await openStorage({ databaseUrl: undefined, dataDir: join(folder, 'data') })
})
afterAll(async () => {
  await storage.close()
  rmSync(folder, { recursive: true, force: true })
})

test('stored recommendations become English, and lose nothing', async () => {
  const { db } = storage
  const kept = await db.select().from(recommendations).orderBy(recommendations.customerId)
  expect(kept).toMatchObject([
    { category: 'landing-pages', priority: 'low', status: 'dismissed', body: CARD },
    { category: 'keywords', priority: 'medium', status: 'applying', body: BARE },
  ])
  expect(kept[0]!.body).toEqual(CARD)
  const [applied] = await db
    .select()
    .from(recommendationApplications)
    .orderBy(recommendationApplications.customerId)
  expect(applied).toMatchObject({ state: 'partly_undone', body: CARD })
  expect(applied!.assumed).toEqual({
    status: 'improved',
    actualImprovement: 12.3,
    comparisonPeriod: '7 días',
    kpiVariation: null,
  })
})

test('stored verdicts become English, and lose nothing', async () => {
  const { db } = storage
  const applied = await db
    .select()
    .from(recommendationApplications)
    .orderBy(recommendationApplications.customerId)
  expect(applied.map(({ measured }) => measured)).toEqual([
    { ...EFFECT, verdict: 'worsened' },
    { ...EFFECT, verdict: 'inconclusive' },
    null,
  ])
  const made = await db
    .select()
    .from(automaticChangeEffects)
    .orderBy(automaticChangeEffects.changeKey)
  expect(made.map(({ measured }) => measured)).toEqual([
    { ...EFFECT, verdict: 'improved' },
    { ...EFFECT, verdict: 'unchanged' },
  ])
})

/** Its words are Spanish text that is shown. */
const EFFECT = { kpi: { label: 'mejorado' }, note: null, looks: { next: null } }

const REST = { rule: 'r', fingerprint: 'f', turn: 1, whyNow: 'coste' }
const FORECAST = { monthlyMidMicros: 5 }
const CARD = {
  ...REST,
  title: 'alta',
  description: 'd',
  category: 'landing-pages',
  priority: 'low',
  estimatedImpact: 'i',
  objectType: 'adgroup',
  objectId: '9',
  evidence: { figures: [], forecast: { ...FORECAST, kpi: 'conversions' } },
}
const BARE = { category: 'keywords', priority: 'medium', evidence: { forecast: null } }

async function makeOld(): Promise<void> {
  const client = await PGlite.create(join(folder, 'data', 'postgres'))
  await migrate(drizzle(client), { migrationsFolder: migrationsBefore('0016_english-words') })
  const spanish = {
    ...REST,
    titulo: 'alta',
    descripcion: 'd',
    categoria: 'landing_pages',
    prioridad: 'baja',
    impacto_estimado: 'i',
    tipo_objeto: 'adgroup',
    objeto_id: '9',
    evidence: { figures: [], forecast: { ...FORECAST, kpi: 'conversiones' } },
  }
  const bare = { categoria: 'keywords', prioridad: 'media', evidence: { forecast: null } }
  const rows = [
    [1, 'landing_pages', 'baja', 'descartada', spanish],
    [2, 'keywords', 'media', 'aplicando', bare],
  ]
  for (const row of rows)
    await client.query(
      `insert into recommendations (customer_id, id, fingerprint, rule, category, priority,
         expected_value_micros, turn, stake_micros, status, body, created_at, updated_at)
       values ($1, '${ID}', 'f', 'r', $2, $3, 0, 1, 0, $4, $5, now(), now())`,
      row,
    )
  const assumed = { estado: 'improved', mejoraReal: 12.3, periodo: '7 días', variacionKpi: null }
  const applied = [
    { ...EFFECT, verdict: 'empeorado' },
    { ...EFFECT, verdict: 'no_concluyente' },
    null,
  ]
  for (const [i, measured] of applied.entries())
    await client.query(
      `insert into recommendation_applications (customer_id, id, recommendation_id, rule, state,
         state_since, applied_by, applied_at, body, assumed, problems, measured)
       values ($4, '${ID}', '${ID}', 'r', 'deshecha_en_parte', now(), '${ID}', now(), $1, $2, '[]', $3)`,
      [spanish, assumed, measured, i + 1],
    )
  for (const verdict of ['mejorado', 'sin_cambios'])
    await client.query(
      `insert into automatic_change_effects (customer_id, change_key, measured_on, measured)
       values (1, $1, '2026-01-01', $2)`,
      [verdict, { ...EFFECT, verdict }],
    )
  await client.close()
}

/** A folder of the migrations older than this one. */
function migrationsBefore(tag: string): string {
  const older = join(folder, 'migrations')
  cpSync(join(import.meta.dirname, 'migrations'), older, { recursive: true })
  const path = join(older, 'meta', '_journal.json')
  const journal = JSON.parse(readFileSync(path, 'utf8')) as { entries: { tag: string }[] }
  const place = journal.entries.findIndex((entry) => entry.tag === tag)
  const entries = journal.entries.slice(0, place)
  writeFileSync(path, JSON.stringify({ ...journal, entries }))
  return older
}
