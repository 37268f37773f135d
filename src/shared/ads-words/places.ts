/** Where and when an ad is shown: devices, days of the week, networks. */

/** `one` names a setting, `many` a share of the traffic. */
export const DEVICE_WORDS = {
  MOBILE: { one: 'Móvil', many: 'Móviles' },
  DESKTOP: { one: 'Ordenador', many: 'Ordenadores' },
  TABLET: { one: 'Tableta', many: 'Tablets' },
  CONNECTED_TV: { one: 'Televisión', many: 'Televisores' },
  OTHER: { one: 'Otros dispositivos', many: 'Otros' },
  UNKNOWN: { one: 'Desconocido', many: 'Desconocido' },
} as const

/** In Google's order, Monday first. */
export const WEEKDAYS = {
  MONDAY: 'Lunes',
  TUESDAY: 'Martes',
  WEDNESDAY: 'Miércoles',
  THURSDAY: 'Jueves',
  FRIDAY: 'Viernes',
  SATURDAY: 'Sábado',
  SUNDAY: 'Domingo',
} as const

export const WEEKDAY_NAMES: readonly string[] = Object.values(WEEKDAYS)

/** With the article that a sentence needs. */
export const NETWORKS = {
  SEARCH_PARTNERS: 'los socios de búsqueda',
  CONTENT: 'la red de Display',
} as const
