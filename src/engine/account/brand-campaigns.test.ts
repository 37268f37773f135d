import { expect, test } from 'vitest'
import { campaign, keyword, sampleAccount, sums } from '../samples/sample-account.ts'
import { isBrandCampaign } from './brand.ts'
import { withOthersBrands } from './brand-campaigns.ts'

type Own = readonly (readonly [text: string, clicks?: number, conversions?: number, cpc?: number])[]

/** Whether a campaign beside one of generic words is the account's brand's. */
function isBrand(
  name: string,
  own: Own,
  { account = 'Calzados Lumbre', said = [] as string[], rest = ['zapatos mujer', 'botas'] } = {},
): boolean {
  const snapshot = sampleAccount({
    account: { ...sampleAccount().account, name: account },
    campaigns: [campaign({ id: '1', name: 'Genérica' }), campaign({ id: '2', name })],
    keywords: [
      ...rest.map((text) => keyword(text, sums(1_500, 75, 0.8), { campaignId: '1' })),
      ...own.map(([text, clicks = 9, conversions = 1, cpc = 0.8]) =>
        keyword(text, sums(clicks, conversions, cpc), { campaignId: '2', criterionId: text }),
      ),
    ],
    ownWords: { brand: said, protected: [] },
  })
  return isBrandCampaign(withOthersBrands(snapshot).campaigns.find(({ id }) => id === '2')!)
}

test.each([
  ['Registro de marca', ['registrar marca', 'registro de marcas'], 'Abogados Pinar'],
  ['Branding', ['agencia de branding', 'branding empresas'], 'Estudio Cala'],
  ['Ropa corporativa', ['ropa corporativa', 'polos corporativos', 'uniformes'], 'Textil Norte'],
])('«%s» is no brand campaign where that is what it sells', (name, texts, account) => {
  expect(
    isBrand(
      name,
      texts.map((text) => [text]),
      { account },
    ),
  ).toBe(false)
})

test('who is called like that may bid on it all the same', () => {
  expect(isBrand('Brand', [['brand academy']], { account: 'Brand Academy' })).toBe(true)
  expect(isBrand('Branding', [['branding cala']], { said: ['branding cala'] })).toBe(true)
})

test('another brand that is sold sells like all the rest, or is not what the owner said', () => {
  const service = {
    account: 'Servicio Técnico Hogar',
    rest: ['servicio técnico lavadoras', 'reparar nevera'],
  }
  const bosch: Own = [
    ['reparación bosch', 700, 38],
    ['servicio técnico bosch', 600, 29],
  ]
  expect(isBrand('Reparación | Marca Bosch', bosch, service)).toBe(false)
  expect(isBrand('Marca Bosch', [['bosch lavadora']], { ...service, said: ['rapidfix'] })).toBe(
    false,
  )
  // A word of the name alone may be the trade that the others do not speak of.
  const others = { ...service, rest: ['reparar nevera', 'reparar lavadora'] }
  expect(isBrand('Marca Bosch', [['servicio técnico bosch', 1_300, 67]], others)).toBe(false)
  // Of a few clicks nothing is known, and of the owner's own words or name all is.
  expect(isBrand('Reparación | Marca Bosch', [['reparación bosch', 30, 1]], service)).toBe(true)
  expect(isBrand('Marca', bosch, { ...service, said: ['bosch'] })).toBe(true)
  expect(isBrand('Marca', [['lumbre', 1_300, 65]])).toBe(true)
  expect(isBrand('Marca', [['calzadoslumbre', 1_300, 65]])).toBe(true)
})

test('a brand that the account is not called by is told by its price or its sales', () => {
  const pisafirme = (conversions: number, cpc: number) =>
    isBrand('Marca', [['pisafirme', 1_300, conversions, cpc]])
  expect(pisafirme(250, 0.3)).toBe(true)
  expect(pisafirme(250, 0.8)).toBe(true)
  expect(pisafirme(60, 0.3)).toBe(true)
  expect(pisafirme(60, 0.8)).toBe(false)
  const said = { said: ['lumbre'] }
  expect(isBrand('Marca', [['pisafirme', 1_300, 250, 0.3]], said)).toBe(true)
})

test.each([
  'Competencia - Marca Securitas',
  'Competitor Brand',
  'Marca | Rivales',
  'Conquesting Brand',
])('«%s» is no brand campaign, unless it bids on its own name there', (name) => {
  const rival: Own = [
    ['securitas alarma', 9, 0],
    ['securitas precio', 9, 0],
  ]
  expect(isBrand(name, rival)).toBe(false)
  expect(isBrand(name, [])).toBe(false)
  expect(isBrand(name, [['calzados lumbre o pisafirme']])).toBe(true)
  expect(isBrand(name, rival, { said: ['securitas'] })).toBe(true)
})

test('nor is one that sells nothing where as many clicks of the rest do, at their price', () => {
  const pisafirme = (clicks: number, cpc: number) =>
    isBrand('Marca', [['pisafirme', clicks, 0, cpc]])
  expect(pisafirme(300, 0.8)).toBe(false)
  expect(pisafirme(300, 0.3)).toBe(true)
  expect(pisafirme(90, 0.8)).toBe(true)
  expect(isBrand('Marca', [['lumbre', 300, 0]])).toBe(true)
})
