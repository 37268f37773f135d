import { SHOES } from './shoes.ts'
import type { CampaignPlan, Trade } from './trade.ts'

const KINDS = ['generic', 'longtail'] as const

/** A chain of shoe shops with 20 campaigns over the whole catalogue: for measuring, not for looking at. */
export const LARGE: Trade = {
  ...SHOES,
  host: 'www.grancuenta.test',
  plants: { ...SHOES.plants, neglect: {} },
  campaigns: Array.from(
    { length: 20 },
    (_, i): CampaignPlan => ({
      name: `${KINDS[i % 2] === 'generic' ? 'Genérica' : 'Larga cola'} · tienda ${i + 1}`,
      kind: KINDS[i % 2] as 'generic' | 'longtail',
      products: i % 2 === 0 ? [(i / 2) % 2 === 0 ? 0 : 10, (i / 2) % 2 === 0 ? 10 : 20] : [0, 20],
      clicksPerDay: 120,
      cvr: 0.8 + (i % 5) * 0.1,
      cpc: 0.8 + (i % 4) * 0.1,
      bidding: i % 3 === 0 ? 'MAXIMIZE_CONVERSIONS_TARGET' : 'MANUAL_CPC',
      headroom: i === 1 ? 0.5 : 1.6,
    }),
  ),
}
