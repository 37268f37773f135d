import { MADRID_AREAS, MEXICAN_AREAS, SPANISH_AREAS } from './vocabulary/places.ts'
import type { Area } from './vocabulary/trade.ts'

/** Constants every account shares. Shares and rates are relative to the whole. */

export const AGE_RANGES = [
  { id: 503001, name: 'AGE_RANGE_18_24', share: 0.11, cvr: 0.7 },
  { id: 503002, name: 'AGE_RANGE_25_34', share: 0.21, cvr: 1 },
  { id: 503003, name: 'AGE_RANGE_35_44', share: 0.22, cvr: 1.15 },
  { id: 503004, name: 'AGE_RANGE_45_54', share: 0.16, cvr: 1.1 },
  { id: 503005, name: 'AGE_RANGE_55_64', share: 0.09, cvr: 1 },
  { id: 503006, name: 'AGE_RANGE_65_UP', share: 0.05, cvr: 0.8 },
  { id: 503999, name: 'AGE_RANGE_UNDETERMINED', share: 0.16, cvr: 0.95 },
] as const

export const GENDERS = [
  { id: 10, name: 'MALE', share: 0.36, cvr: 0.95 },
  { id: 11, name: 'FEMALE', share: 0.45, cvr: 1.08 },
  { id: 20, name: 'UNDETERMINED', share: 0.19, cvr: 0.9 },
] as const

export const INTERESTS = [
  { id: 80093, name: 'Ropa y complementos', taxonomy: 'IN_MARKET' },
  { id: 80101, name: 'Calzado', taxonomy: 'IN_MARKET' },
  { id: 80217, name: 'Hoteles y alojamiento', taxonomy: 'IN_MARKET' },
  { id: 80279, name: 'Servicios empresariales', taxonomy: 'IN_MARKET' },
  { id: 80480, name: 'Software para empresas', taxonomy: 'IN_MARKET' },
  { id: 80512, name: 'Salud dental', taxonomy: 'IN_MARKET' },
  { id: 90101, name: 'Amantes de la moda', taxonomy: 'AFFINITY' },
  { id: 90202, name: 'Viajeros', taxonomy: 'AFFINITY' },
  { id: 90504, name: 'Buscadores de gangas', taxonomy: 'AFFINITY' },
] as const

export const CURRENCIES = [
  { code: 'EUR', name: 'Euro', symbol: '€', billableUnitMicros: 10_000n },
  { code: 'MXN', name: 'Peso mexicano', symbol: 'MX$', billableUnitMicros: 10_000n },
  { code: 'USD', name: 'Dólar estadounidense', symbol: 'US$', billableUnitMicros: 10_000n },
] as const

type GeoConstant = { id: number; name: string; country: string; type: string; full: string }

export const GEO_CONSTANTS: readonly GeoConstant[] = [
  { id: 2724, name: 'España', country: 'ES', type: 'Country', full: 'España' },
  { id: 2484, name: 'México', country: 'MX', type: 'Country', full: 'México' },
  ...places([...SPANISH_AREAS, ...MADRID_AREAS], 'ES', 'España'),
  ...places(MEXICAN_AREAS, 'MX', 'México'),
]

/** Share of clicks by hour of the day, local time; sums to 1. */
export const HOUR_SHARES: readonly number[] = normalised([
  14, 8, 5, 3, 3, 5, 12, 24, 38, 48, 54, 56, 55, 50, 46, 48, 52, 56, 60, 64, 70, 72, 56, 30,
])

export const DEVICE_SHARES = { DESKTOP: 0.3, MOBILE: 0.65, TABLET: 0.05 } as const
/** Conversion rate of a device relative to the campaign's. */
export const DEVICE_CVR = { DESKTOP: 1.35, MOBILE: 0.87, TABLET: 0.8 } as const
export const DEVICE_CPC = { DESKTOP: 1.12, MOBILE: 0.95, TABLET: 0.9 } as const

/** Regions first, then their cities. */
function places(areas: readonly Area[], country: string, countryName: string): GeoConstant[] {
  const regions = unique(areas.map((area) => area.region)).map((region) => ({
    id: region.geoId,
    name: region.name,
    country,
    type: 'Region',
    full: `${region.name},${countryName}`,
  }))
  const cities = unique(areas).map((area) => ({
    id: area.geoId,
    name: area.name,
    country,
    type: 'City',
    full: `${area.name},${area.region.name},${countryName}`,
  }))
  return [...regions, ...cities]
}

function unique<T extends { geoId: number }>(areas: readonly T[]): T[] {
  return [...new Map(areas.map((area) => [area.geoId, area])).values()]
}

function normalised(values: readonly number[]): number[] {
  const total = values.reduce((sum, value) => sum + value, 0)
  return values.map((value) => value / total)
}
