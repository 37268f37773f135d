import { beforeAll, expect, test } from 'vitest'
import type { Operation } from '#changes/operations.ts'
import {
  type SharedNegatives,
  sharedNegativeOperations,
} from '#engine/findings/shared-negatives.ts'
import { askGoogle } from '../../../tests/ask-google.ts'
import { lossyShop } from '../../../tests/lossy-shop.ts'
import { IDENTITY, SHOP } from '../../../tests/recommendation-shop.ts'
import type { ChangeResult } from './contract/changes.ts'

// Words that several campaigns exclude through one list: one change, from the plan to its undoing.
const { proxy, it, shop } = await lossyShop()
/** The shop's, and one that is not stored. */
let campaignIds: string[]

beforeAll(async () => {
  const own = String(shop.campaignId)
  const rows = await google(
    "SELECT campaign.id FROM campaign WHERE campaign.advertising_channel_type = 'SEARCH' AND campaign.status = 'ENABLED'",
  )
  const other = rows.map(({ campaign }) => campaign!.id!).find((id) => id !== own)!
  campaignIds = [own, other]
})

const SAID = 'Lista con «gratis», «empleo» y «raro?» en «Búsqueda» y las demás'
const WORDS = ['gratis', 'empleo'].map((text) => ({ text, matchType: 'PHRASE' as const }))

const recommend = (wanted: Partial<SharedNegatives> & Pick<SharedNegatives, 'list'>) =>
  shop.recommend(
    sharedNegativeOperations({ words: WORDS, campaignIds, ...wanted }) as Operation[],
    {
      after: SAID,
    },
  )

test('a new list: shown in Spanish, made, used by both campaigns, taken back whole', async () => {
  const id = await recommend({ list: { name: 'Curiosos' } })
  const preview = await shop.preview(id)
  expect(preview.body, preview.text).toMatchObject({ refusals: [], byHand: false })
  const { steps } = preview.body as { steps: { summary: string; values: unknown[] }[] }
  const [first, ...rest] = steps.map(({ summary }) => summary)
  expect(first).toBe('Crear la lista de negativas «Curiosos»')
  expect(rest).toEqual([
    'Añadir la palabra clave negativa «gratis» (de frase) a la lista de negativas «Curiosos»',
    'Añadir la palabra clave negativa «empleo» (de frase) a la lista de negativas «Curiosos»',
    expect.stringMatching(/^Usar la lista de negativas «Curiosos» en la campaña «.+»$/),
    expect.stringMatching(/^Usar la lista de negativas «Curiosos» en la campaña «.+»$/),
  ])
  expect(await listNamed('Curiosos')).toBeNull()

  const made = await shop.apply(id)
  expect(made.body, made.text).toMatchObject({ estado_cambio: 'aplicada' })
  expect(await listNamed('Curiosos')).toMatchObject({
    words: ['empleo', 'gratis'],
    campaigns: campaignIds.toSorted(),
  })
  expect((await shop.log()).map(({ outcome }) => outcome)).toEqual(Array(5).fill('done'))
  expect((await shop.undo(id)).body).toMatchObject({ estado_cambio: 'deshecha' })
  expect(await listNamed('Curiosos')).toBeNull()
})

test('a list of that name is there by then: it is taken, and only what it lacks is made', async () => {
  const first = await recommend({
    list: { name: 'Común' },
    words: [WORDS[0]!],
    campaignIds: [campaignIds[0]!],
  })
  await shop.apply(first)
  const before = await listNamed('Común')
  const id = await recommend({ list: { name: 'Común' } })
  const { steps, estado_cambio } = (await shop.apply(id)).body as ChangeResult
  expect(estado_cambio).toBe('aplicada')
  expect(steps.map(({ summary }) => summary)).toEqual([
    'Añadir la palabra clave negativa «empleo» (de frase) a la lista de negativas «Común»',
    expect.stringContaining('Usar la lista de negativas «Común»'),
  ])
  expect(await listNamed('Común')).toMatchObject({
    words: ['empleo', 'gratis'],
    campaigns: campaignIds.toSorted(),
  })
  const again = await shop.apply(await recommend({ list: { name: 'Común' } }))
  expect([again.status, again.text]).toEqual([409, expect.stringContaining('Ya existe')])

  const grown = await shop.undo(first)
  expect([grown.status, grown.text]).toEqual([409, expect.stringContaining('otras campañas')])
  expect((await shop.undo(id)).body).toMatchObject({ estado_cambio: 'deshecha' })
  expect(await listNamed('Común')).toEqual(before)
  expect((await shop.undo(first)).body).toMatchObject({ estado_cambio: 'deshecha' })
  expect(await listNamed('Común')).toBeNull()
})

test('a list in which others put a word of theirs in the place of ours is not taken back', async () => {
  const id = await recommend({ list: { name: 'Cambiada' } })
  await shop.apply(id)
  const [, ours] = await shop.log()
  const sharedSet = `customers/${SHOP}/sharedSets/${(await listNamed('Cambiada'))!.id}`
  const keyword = { text: 'segunda mano', matchType: 'PHRASE' }
  await shop.mutate({ sharedCriterionOperation: { remove: ours!.resourceName! } })
  await shop.mutate({ sharedCriterionOperation: { create: { sharedSet, keyword } } })
  const undone = await shop.undo(id)
  expect(undone.body, undone.text).toMatchObject({ estado_cambio: 'deshecha_en_parte' })
  expect((await listNamed('Cambiada'))!.words).toContain('segunda mano')
  const [theirs] = await google(
    `SELECT shared_criterion.resource_name FROM shared_criterion WHERE shared_criterion.shared_set = '${sharedSet}' AND shared_criterion.keyword.text = 'segunda mano'`,
  )
  await shop.mutate({
    sharedCriterionOperation: { remove: theirs!.sharedCriterion!.resourceName! },
  })
  expect((await shop.undo(id)).body).toMatchObject({ estado_cambio: 'deshecha' })
})

test('a word that Google does not take: nothing of it is made', async () => {
  const words = [...WORDS, { text: 'raro?', matchType: 'PHRASE' as const }]
  const refused = await shop.apply(await recommend({ list: { name: 'Rara' }, words }))
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('caracteres')])
  expect(await listNamed('Rara')).toBeNull()

  const first = await recommend({ list: { name: 'Buena' }, words: [] })
  await shop.apply(first)
  const before = await listNamed('Buena')
  const id = await recommend({ list: { id: before!.id }, words, campaignIds: [] })
  expect((await shop.apply(id)).status).toBe(422)
  expect(await listNamed('Buena')).toEqual(before)
  await shop.undo(first)
})

test('taken back in one request, which Google cannot do by halves', async () => {
  const id = await recommend({ list: { name: 'Entera' } })
  await shop.apply(id)
  proxy.onMutate = () => it.simulators.armFault('google-ads', 'partial_failure', 1)
  expect((await shop.undo(id)).body).toMatchObject({ estado_cambio: 'deshecha' })
  expect(await listNamed('Entera')).toBeNull()
})

test('Google answers 500 after having made it: found there, every part, and taken back', async () => {
  const id = await recommend({ list: { name: 'Silencio' } })
  proxy.mode = 'fail after'
  const made = await shop.apply(id)
  expect(made.body, made.text).toMatchObject({ estado_cambio: 'aplicada' })
  expect(proxy.mutations).toBe(1)
  expect((await shop.log()).every(({ resourceName }) => resourceName !== null)).toBe(true)
  await shop.undo(id)
  expect(await listNamed('Silencio')).toBeNull()
})

test('a word that would stop a live keyword of a campaign that uses the list, or is to', async () => {
  await shop.mutate(newKeyword('zueco de madera'))
  const words = [{ text: 'zueco', matchType: 'PHRASE' as const }]
  const said = { after: '«zueco» en «Búsqueda»' }
  const operations = sharedNegativeOperations({ list: { name: 'Zuecos' }, words, campaignIds })
  const refused = await shop.apply(await shop.recommend(operations as Operation[], said))
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('zueco de madera')])
  expect(await listNamed('Zuecos')).toBeNull()

  // A list with the word, of the other campaign: harmless there, not where it is to be used next.
  const elsewhere = { list: { name: 'Ajena' }, words, campaignIds: [campaignIds[1]!] }
  const there = sharedNegativeOperations(elsewhere) as Operation[]
  const id = await shop.recommend(there, said)
  expect((await shop.apply(id)).body).toMatchObject({ estado_cambio: 'aplicada' })
  const here = sharedNegativeOperations({
    list: { id: (await listNamed('Ajena'))!.id },
    words: [],
    campaignIds: [campaignIds[0]!],
  })
  const next = await shop.apply(await shop.recommend(here as Operation[], said))
  expect([next.status, next.text]).toEqual([409, expect.stringContaining('zueco de madera')])
  await shop.undo(id)
})

test('a campaign that the card does not name', async () => {
  const operations = sharedNegativeOperations({
    list: { name: 'Callada' },
    words: WORDS,
    campaignIds,
  })
  const said = { after: '«gratis» y «empleo» en «Otra»' }
  const refused = await shop.apply(await shop.recommend(operations as Operation[], said))
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('«Búsqueda»')])
})

const newKeyword = (text: string): Operation => ({
  adGroupCriterionOperation: {
    create: { adGroup: shop.adGroup, status: 'ENABLED', keyword: { text, matchType: 'EXACT' } },
  },
})

/** As Google has it; null where there is none. */
async function listNamed(name: string) {
  const [set] = await google(
    `SELECT shared_set.id FROM shared_set WHERE shared_set.name = '${name}' AND shared_set.status = 'ENABLED'`,
  )
  const id = set?.sharedSet?.id
  if (!id) return null
  const words = await google(
    `SELECT shared_criterion.keyword.text FROM shared_criterion WHERE shared_set.id = ${id}`,
  )
  const users = await google(
    `SELECT campaign.id FROM campaign_shared_set WHERE shared_set.id = ${id} AND campaign_shared_set.status = 'ENABLED'`,
  )
  return {
    id,
    words: words.map(({ sharedCriterion }) => sharedCriterion?.keyword?.text ?? '').sort(),
    campaigns: users.map(({ campaign }) => campaign?.id ?? '').sort(),
  }
}

type Row = {
  campaign?: { id?: string }
  sharedSet?: { id?: string }
  sharedCriterion?: { resourceName?: string; keyword?: { text?: string } }
}

const google = async (query: string) =>
  (await askGoogle(it.simulators, IDENTITY, SHOP, query)) as Row[]
