import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect, signIn, test } from './product.ts'
import { amount, openFirstEvidence } from './screen.ts'

const PERIOD = '"1 de septiembre de 2026 - 30 de septiembre de 2026"'

/** As downloaded in Spain: title, period, decimal commas, `--`, a total row of the shown and one of all. */
const KEYWORDS = [
  'Informe de palabras clave de búsqueda',
  PERIOD,
  'Estado de la palabra clave;Palabra clave;Tipo de concordancia;Campaña;Grupo de anuncios;Código de moneda;Nivel de calidad;Impr.;Clics;Coste;Conversiones;Valor de conv.',
  'Habilitada;zapatos mujer;Concordancia amplia;Búsqueda;Zapatos;EUR;7;20.000;1.400;1.120,50;42,00;2.940,00',
  'Habilitada;[botas piel];Concordancia exacta;Búsqueda;Botas;EUR;8;9.000;700;630,25;28,00;2.520,00',
  'Habilitada;alpargatas;Concordancia amplia;Búsqueda;Verano;EUR;--;6.000;480;412,00;0,00;0,00',
  'Total: Cuenta; --; --; --; --;EUR; --;35.000;2.580;2.162,75;70,00;5.460,00',
].join('\n')

const TERMS = [
  'Informe de términos de búsqueda',
  PERIOD,
  'Término de búsqueda;Tipo de concordancia;Añadido/excluido;Campaña;Grupo de anuncios;Palabra clave;Código de moneda;Impr.;Clics;Coste;Conversiones;Valor de conv.',
  'zapatos mujer baratos;Concordancia amplia;Ninguno;Búsqueda;Zapatos;zapatos mujer;EUR;9.000;600;480,00;30,00;2.100,00',
  'reparar zapatos;Concordancia amplia;Ninguno;Búsqueda;Zapatos;zapatos mujer;EUR;5.000;410;331,40;0,00;0,00',
  'botas piel;Concordancia exacta;Añadido;Búsqueda;Botas;[botas piel];EUR;7.000;560;510,10;24,00;2.160,00',
  'Total: Términos de búsqueda; --; --; --; --; --;EUR;21.000;1.570;1.321,50;54,00;4.260,00',
  'Total: Búsqueda; --; --; --; --; --;EUR;35.000;2.580;2.162,75;70,00;5.460,00',
].join('\n')

test.beforeEach(async ({ page, product }) => {
  await signIn(page, product, 'admin')
  await page.goto('/dashboard/import')
  await expect(page.getByText(/Hasta 50 MB/)).toBeVisible()
})

test('downloaded reports become an account with metrics and recommendations', async ({ page }) => {
  await choose(page, [file('palabras.csv', KEYWORDS), file('términos.csv', utf16(TERMS))])
  await page.getByLabel('Nombre de la cuenta').fill('Zapatos importados')
  await page.getByRole('button', { name: 'Importar 2 archivos' }).click()

  const [keywords, terms] = [line(page, 'palabras.csv'), line(page, 'términos.csv')]
  await expect(terms).toContainText('Términos de búsqueda')
  await expect(keywords).toContainText('3 filas leídas, 3 usadas')
  expect(await sums(keywords, 'Filas usadas')).toEqual([35_000, 2_580, 2_162.75, 70, 5_460])
  expect(await sums(keywords, 'Total del archivo')).toEqual([35_000, 2_580, 2_162.75, 70, 5_460])
  expect(await sums(terms, 'Filas usadas')).toEqual([21_000, 1_570, 1_321.5, 54, 4_260])
  expect(await sums(terms, 'Total del archivo')).toEqual([35_000, 2_580, 2_162.75, 70, 5_460])
  await expect(terms).toContainText('Oculto por Google')

  await page.getByRole('link', { name: 'Ver la cuenta importada' }).click()
  await expect(page.getByRole('heading', { name: 'Zapatos importados' })).toBeVisible()
  await expect(page.getByText('Importada', { exact: true })).toBeVisible()
  const metrics = page.getByRole('list', { name: 'Métricas' })
  await expect(metrics).toContainText(/2\.162,75\s€/)
  await expect(metrics).toContainText('2.580')
  await expect(page.getByText('Periodo del informe')).toBeVisible()
  const evidence = await openFirstEvidence(page)
  await expect(evidence).toContainText('robabilidad')
})

/** As another tool writes it: its own words, a sign of several currencies, no period. */
const FOREIGN = [
  'Campanya;Visualitzacions;Cops;Import;Contactes',
  'Botes;1.000;100;$1.250,50;4,00',
  'Sabates;2.000;300;$2.100,00;12,00',
  'Total: Cuenta;3.000;400;$3.350,50;16,00',
].join('\n')

test('columns with unknown names are told by hand, and what the file leaves open is asked', async ({
  page,
}) => {
  await choose(page, [file('altra.csv', FOREIGN)])
  await page.getByLabel('Nombre de la cuenta').fill('Cuenta contada a mano')
  await page.getByRole('button', { name: 'Importar', exact: true }).click()

  const asked = line(page, 'altra.csv')
  await expect(asked).toContainText('No se reconoce qué columna es')
  const columns = asked.getByRole('region', { name: 'Columnas del archivo' })
  await expect(columns.getByRole('row')).toHaveCount(3)
  await expect(asked.getByLabel('Qué es «Campanya»')).toHaveValue('campaign')
  await expect(asked.getByLabel('Qué es «Visualitzacions»')).toHaveValue('impressions')
  await expectAccessible(page)
  await asked.getByLabel('Qué es «Cops»').selectOption('Clics')
  await asked.getByLabel('Qué es «Import»').selectOption('Coste')
  await asked.getByLabel('Qué es «Contactes»').selectOption('Conversiones')
  await asked.getByRole('button', { name: 'Continuar con este archivo' }).click()

  await expect(asked).toContainText('de qué fechas son sus datos ni en qué moneda')
  await asked.getByLabel('Primer día').fill('2026-09-01')
  await asked.getByLabel('Último día').fill('2026-09-30')
  await asked.getByLabel('Moneda de los importes').selectOption('MXN')
  await asked.getByRole('button', { name: 'Continuar con este archivo' }).click()
  await expect(asked).toContainText('2 filas leídas, 2 usadas')
  expect((await sums(asked, 'Filas usadas')).slice(0, 4)).toEqual([3_000, 400, 3_350.5, 16])
  const used = asked.getByRole('row').filter({ hasText: 'Filas usadas' })
  // No column of the file was named as the value.
  await expect(used.getByRole('cell').last()).toHaveText('—')
})

test.describe('what cannot be read', () => {
  test.use({ expectedErrors: [/status of 422/] })

  test('is refused with its reason, and nothing is stored', async ({ page }) => {
    const before = await accounts(page)
    const folder = mkdtempSync(join(tmpdir(), 'pujante-e2e-'))
    const large = join(folder, 'enorme.csv')
    writeFileSync(large, Buffer.alloc(60_000_000, 'a,b\n'))
    await choose(page, large)
    rmSync(folder, { recursive: true })
    await expect(line(page, 'enorme.csv')).toContainText(/Pesa 60 MB y el máximo es 50 MB/)
    await expect(page.getByRole('button', { name: 'Importar', exact: true })).toBeDisabled()

    const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10])
    const half = TERMS.slice(0, TERMS.indexOf('botas piel;') + 40)
    await choose(page, [file('foto.csv', png), file('medio.csv', half)])
    await page.getByRole('button', { name: 'Importar 2 archivos' }).click()
    await expect(line(page, 'foto.csv')).toContainText('Esto es una imagen')
    await expect(line(page, 'medio.csv')).toContainText('No se ha guardado nada de este archivo')
    expect(await accounts(page)).toEqual(before)
  })
})

type Chosen = { name: string; mimeType: string; buffer: Buffer }

function file(name: string, content: string | Buffer): Chosen {
  return { name, mimeType: 'text/csv', buffer: Buffer.from(content) }
}

function utf16(text: string): Buffer {
  return Buffer.from(`\uFEFF${text.replaceAll(';', '\t')}`, 'utf16le')
}

async function choose(page: Page, files: Chosen[] | string) {
  await page.getByLabel(/Arrastra aquí tus informes/).setInputFiles(files)
}

function line(page: Page, name: string) {
  return page
    .getByRole('list', { name: 'Archivos' })
    .getByRole('listitem')
    .filter({ hasText: name })
}

async function sums(ofFile: ReturnType<typeof line>, title: string): Promise<number[]> {
  const row = ofFile.getByRole('row').filter({ hasText: title })
  return (await row.getByRole('cell').allTextContents()).map(amount)
}

async function accounts(page: Page): Promise<unknown> {
  return await (await page.request.get('/api/google-accounts')).json()
}
