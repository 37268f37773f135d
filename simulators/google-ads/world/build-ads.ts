import { mix, shuffled, uniform } from './random.ts'
import type { AccountState, AdText, Asset } from './structure.ts'
import type { Theme } from './themes.ts'
import type { Trade } from './vocabulary/trade.ts'

/** 1–3 responsive search ads per ad group from the trade's texts. */
export function addAds(
  state: AccountState,
  trade: Trade,
  theme: Theme,
  adGroupId: number,
  seed: number,
): void {
  const count = 1 + Math.floor(uniform(seed, 11) * 2.6)
  const url = `https://${trade.host}${theme.product.path}`
  for (let i = 0; i < count; i++) {
    const key = mix(seed, i, 12)
    const [first = '', ...rest] = trade.headlines
    const headlines = [first, ...shuffled(rest, key)].slice(0, 5 + (key % 11))
    const id = state.nextId++
    state.ads.set(id, {
      id,
      adGroupId,
      status: i === 2 && uniform(key, 13) < 0.5 ? 'PAUSED' : 'ENABLED',
      headlines: headlines.map((text, at) => ({
        ...adText(state, fill(text, theme, 30)),
        ...(at === 0 && i === 0 && { pinnedField: 'HEADLINE_1' }),
      })),
      descriptions: shuffled(trade.descriptions, key)
        .slice(0, 2 + (key % 3))
        .map((text) => adText(state, fill(text, theme, 90))),
      path1: slug(theme.product.path.slice(1) || 'inicio'),
      path2: i === 0 ? 'ofertas' : '',
      finalUrls: [i === 1 ? `${url}${url.endsWith('/') ? '' : '/'}promo` : url],
    })
  }
}

/** The text asset with this text, made where absent. */
export function adText(state: AccountState, text: string): AdText {
  return { text, assetId: textAsset(state, text).id }
}

const byText = new WeakMap<AccountState, Map<string, Asset>>()

function textAsset(state: AccountState, text: string): Asset {
  let known = byText.get(state)
  if (!known) {
    known = new Map()
    for (const asset of state.assets.values())
      if (asset.type === 'TEXT') known.set(asset.text, asset)
    byText.set(state, known)
  }
  let asset = known.get(text)
  if (!asset) {
    asset = { id: state.nextId++, type: 'TEXT', text }
    state.assets.set(asset.id, asset)
    known.set(text, asset)
  }
  return asset
}

function fill(text: string, theme: Theme, limit: number): string {
  return text.replaceAll('{Producto}', theme.product.name).slice(0, limit).trim()
}

function slug(text: string): string {
  return text.slice(0, 15)
}
