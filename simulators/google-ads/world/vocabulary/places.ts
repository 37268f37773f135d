import type { Area } from './trade.ts'

export const SPANISH_LANGUAGE = { id: 1003, name: 'Spanish' }

const MADRID = { name: 'Comunidad de Madrid', geoId: 20282 }
const ANDALUCIA = { name: 'Andalucía', geoId: 20269 }
const VALENCIANA = { name: 'Comunidad Valenciana', geoId: 20297 }

/** Cities with the share of searches from each; the ids are the simulator's own geo constants. */
export const SPANISH_AREAS: readonly Area[] = [
  { name: 'Madrid', geoId: 1005493, weight: 24, region: MADRID },
  { name: 'Barcelona', geoId: 1005424, weight: 17, region: { name: 'Cataluña', geoId: 20280 } },
  { name: 'Valencia', geoId: 1005534, weight: 10, region: VALENCIANA },
  { name: 'Sevilla', geoId: 1005521, weight: 9, region: ANDALUCIA },
  { name: 'Málaga', geoId: 1005498, weight: 7, region: ANDALUCIA },
  { name: 'Zaragoza', geoId: 1005545, weight: 6, region: { name: 'Aragón', geoId: 20270 } },
  { name: 'Bilbao', geoId: 1005430, weight: 6, region: { name: 'País Vasco', geoId: 20289 } },
  { name: 'Murcia', geoId: 1005504, weight: 5, region: { name: 'Región de Murcia', geoId: 20287 } },
  { name: 'Alicante', geoId: 1005409, weight: 5, region: VALENCIANA },
  { name: 'A Coruña', geoId: 1005458, weight: 4, region: { name: 'Galicia', geoId: 20281 } },
  { name: 'Logroño', geoId: 1005488, weight: 3, region: { name: 'La Rioja', geoId: 20284 } },
  { name: 'Almería', geoId: 1005411, weight: 4, region: ANDALUCIA },
]

export const MADRID_AREAS: readonly Area[] = [
  { name: 'Madrid', geoId: 1005493, weight: 40, region: MADRID },
  { name: 'Chamberí', geoId: 9041101, weight: 12, region: MADRID },
  { name: 'Salamanca', geoId: 9041102, weight: 10, region: MADRID },
  { name: 'Carabanchel', geoId: 9041103, weight: 9, region: MADRID },
  { name: 'Vallecas', geoId: 9041104, weight: 9, region: MADRID },
  { name: 'Alcorcón', geoId: 1005408, weight: 6, region: MADRID },
  { name: 'Móstoles', geoId: 1005502, weight: 6, region: MADRID },
  { name: 'Getafe', geoId: 1005474, weight: 5, region: MADRID },
  { name: 'Leganés', geoId: 1005485, weight: 3, region: MADRID },
]

export const MEXICAN_AREAS: readonly Area[] = [
  {
    name: 'Ciudad de México',
    geoId: 1010043,
    weight: 34,
    region: { name: 'Ciudad de México', geoId: 20708 },
  },
  { name: 'Monterrey', geoId: 1010079, weight: 18, region: { name: 'Nuevo León', geoId: 20720 } },
  { name: 'Guadalajara', geoId: 1010063, weight: 16, region: { name: 'Jalisco', geoId: 20714 } },
  { name: 'Puebla', geoId: 1010092, weight: 9, region: { name: 'Puebla', geoId: 20721 } },
  { name: 'Querétaro', geoId: 1010095, weight: 9, region: { name: 'Querétaro', geoId: 20722 } },
  { name: 'Mérida', geoId: 1010075, weight: 7, region: { name: 'Yucatán', geoId: 20731 } },
  { name: 'León', geoId: 1010072, weight: 7, region: { name: 'Guanajuato', geoId: 20711 } },
]
