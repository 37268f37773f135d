import { expect, test } from 'vitest'
import { parseReport } from '../reading/parse-report.ts'
import { heldBytes } from '../reading/report-bytes.ts'
import { knownIds } from './entity-names.ts'
import { placeRows } from './place-rows.ts'
import { addReport, placeReport, type StoredReport } from './stored-report.ts'

/** Which rows of several files speak of the same campaign or ad group. */

const FIGURES = 'Impr.;Clics;Coste (EUR)'
const SOME = '100;10;3,00'

test('a renamed campaign stays one where files bring its id, under its newest name', () => {
  const header = `ID de campaña;Campaña;Estado de la campaña;${FIGURES}`
  const october = file('octubre', header, `123;Marca;Habilitada;${SOME}`)
  const november = file('noviembre', header, `123;Marca ES;Habilitada;${SOME}`)
  for (const files of [
    [october, november],
    [november, october],
  ]) {
    const { campaigns } = placed(...files).entities
    expect(campaigns).toMatchObject([{ name: 'Marca ES', status: 'ENABLED' }])
  }
})

test('what earlier files knew by its name alone keeps its id, and stays one when it is renamed', () => {
  const bare = file('agosto', `Campaña;${FIGURES}`, `Marca;${SOME}`)
  const known = knownIds(1, stored(bare))
  const id = known.get('campaign\nMarca')
  const header = `Campaign ID;Campaña;${FIGURES}`
  const october = file('octubre', header, `123;Marca;${SOME}`)
  const november = file('noviembre', header, `123;Marca ES;${SOME}`)
  for (const reports of [stored(bare, october, november), stored(november, october, bare)]) {
    const { campaigns } = placeRows(1, reports, new Map(known)).entities
    expect(campaigns).toMatchObject([{ name: 'Marca ES', campaign_id: id }])
  }
})

test('of two campaigns of one name each has its own state and figures; rows without id are of the one that serves', () => {
  const twins = file(
    'octubre',
    `ID de campaña;Campaña;Estado de la campaña;${FIGURES}`,
    `1;Marca;Retirada;${SOME}`,
    `2;Marca;Habilitada;${SOME}`,
    `3;Marca;En pausa;${SOME}`,
  )
  const bare = file('octubre', `Grupo de anuncios;Campaña;${FIGURES}`, `G;Marca;${SOME}`)
  const { entities, placed: ids } = placed(twins, bare)
  expect(entities.campaigns.map(({ status }) => status)).toEqual(['REMOVED', 'ENABLED', 'PAUSED'])
  expect(new Set(entities.campaigns.map(({ campaign_id }) => campaign_id)).size).toBe(3)
  expect(ids.get('1')?.[0]).toBe(entities.campaigns[1]?.campaign_id)
})

test('a renamed ad group stays one by its id, in its renamed campaign too', () => {
  const header = `ID de campaña;Campaña;Ad group ID;Grupo de anuncios;${FIGURES}`
  const { ad_groups: groups } = placed(
    file('agosto', `Grupo de anuncios;Campaña;${FIGURES}`, `Piel;Marca;${SOME}`),
    file('octubre', header, `123;Marca;7;Piel;${SOME}`),
    file('noviembre', header, `123;Marca ES;7;Cuero;${SOME}`),
  ).entities
  expect(groups).toMatchObject([{ name: 'Cuero' }])
})

test('an id that a spreadsheet has rounded is none', () => {
  const header = `ID de campaña;Campaña;${FIGURES}`
  const rows = [`1,23E+10;Marca;${SOME}`, `1,23E+10;Tienda;${SOME}`]
  expect(placed(file('octubre', header, ...rows)).entities.campaigns).toHaveLength(2)
})

test('a file that takes the place of one with other campaigns names those that are lost', () => {
  const header = `Campaña;${FIGURES}`
  const [only, ...others] = stored(
    file('octubre', header, `Marca;${SOME}`, `Tienda;${SOME}`),
    file('octubre', header, `Tienda;${SOME}`, `Outlet;${SOME}`),
  )
  expect(others).toEqual([])
  expect(only?.notes).toEqual([
    'Sustituye a «x.csv», del mismo periodo: campañas que solo traía aquel y dejan de verse: «Marca». Descarga todas en un mismo informe.',
  ])
  const [again] = stored(file('octubre', header, `A;${SOME}`), file('octubre', header, `A;${SOME}`))
  expect(again?.notes).toEqual(['Sustituye a «x.csv», del mismo periodo.'])
})

test('a file that takes the place of another by ids names only the campaigns whose id it lacks', () => {
  const header = `ID de campaña;Campaña;${FIGURES}`
  const october = file('octubre', header, `1;Marca;${SOME}`, `2;Tienda;${SOME}`)
  const notesOf = (...rows: string[]) =>
    stored(october, file('octubre', header, ...rows))[0]?.notes.join(' ')
  expect(notesOf(`1;Marca ES;${SOME}`, `2;Tienda;${SOME}`)).toBe(
    'Sustituye a «x.csv», del mismo periodo.',
  )
  expect(notesOf(`1;Marca ES;${SOME}`, `3;Tienda;${SOME}`)).toContain('dejan de verse: «Tienda».')
  expect(notesOf(`--;Marca;${SOME}`, `2;Tienda;${SOME}`)).not.toContain('Marca')
})

const DAYS = { agosto: 31, octubre: 31, noviembre: 30 }

function file(month: keyof typeof DAYS, ...lines: string[]): string {
  const period = `1 de ${month} de 2026 - ${DAYS[month]} de ${month} de 2026`
  return ['Informe', period, ...lines].join('\n')
}

function placed(...files: string[]) {
  return placeRows(1, stored(...files))
}

function stored(...files: string[]): StoredReport[] {
  return files.reduce<StoredReport[]>((before, text, i) => {
    const parsed = parseReport(heldBytes(new TextEncoder().encode(text)), 'x.csv')
    if (!parsed.ok) throw new Error(parsed.message)
    const told = { from: '', to: '' }
    return addReport(before, placeReport({ id: String(i), fileName: 'x.csv', parsed }, told))
  }, [])
}
