import type { Day, DayRange } from '#shared/dates.ts'
import type { AccountSnapshot } from './snapshot.ts'
import { wordsOf } from './terms.ts'

/** What tells in which half of the world an account is. */
type Whereabouts = Pick<AccountSnapshot['account'], 'timeZone' | 'currencyCode' | 'source'>

/**
 * The word of the calendar that a search names, as it is written there: a month, a season, a feast, a day of sales, a year that
 * begins after the window. The window shows what it brings now and not what it brings in its time, which is each business's own
 * (summer is booked in winter). Not one whose days are all in the window: that was its time.
 */
export function calendarWordIn(
  text: string,
  window: DayRange,
  account: Whereabouts,
): string | null {
  const words = wordsOf(text)
  const seasons = isSouthern(account) ? SOUTHERN : SEASONS
  const isAhead = (days: Days | undefined) => days !== undefined && !isMeasured(days, window)
  let before = -1
  for (let at = 0; at < words.length; at++) {
    const { folded, written, isStop } = words[at]!
    if (isStop) continue
    const last = words[before]?.folded ?? ''
    if (isAhead(PAIRS.get(last)?.get(folded))) return writtenOf(words.slice(before, at + 1))
    const next = words.slice(at + 1).find((word) => !word.isStop)?.folded ?? ''
    const isName = NAMES.has(`${last}_${folded}`) || NAMES.has(`${folded}_${next}`)
    const isStreet =
      MONTHS.has(folded) && (PLACES.has(last) || (/^\d{1,2}$/.test(last) && at - before > 1))
    if (!isName && !isStreet && isAhead(seasons.get(folded) ?? ALONE.get(folded))) return written
    if (isComingYear(folded, window.to)) return written
    before = at
  }
  return null
}

const writtenOf = (words: readonly { written: string }[]) =>
  words.map(({ written }) => written).join(' ')

/** Of those further off, most are something else: 'pila 2032', 'agenda 2030'. */
function isComingYear(word: string, lastDay: Day): boolean {
  const ahead = /^20\d\d$/.test(word) ? Number(word) - Number(lastDay.slice(0, 4)) : 0
  return ahead === 1 || ahead === 2
}

function isMeasured(days: Days, { from, to }: DayRange): boolean {
  const isIn = (day: string) =>
    [from, to].some((end) => {
      const own = `${end.slice(0, 4)}-${day}`
      return own >= from && own <= to
    })
  return days.length > 0 && days.every(isIn)
}

/** Month and day; none where they move or differ between countries: such a word is never held to be measured. */
type Days = readonly string[]

/** Not what is far more something else: 'mars', 'mai', 'may', 'march'. */
const MONTHS = byWord(`
  01-15 enero gener xaneiro janeiro urtarrila january janvier gennaio januar
  02-15 febrero febrer febreiro fevereiro otsaila february fevrier febbraio februar
  03-15 marzo març março martxoa marz
  04-15 abril apirila april avril aprile
  05-15 mayo maig maio maiatza maggio
  06-15 junio juny xuño junho ekaina june juin giugno juni
  07-15 julio juliol xullo julho uztaila july juillet luglio juli
  08-15 agosto agost abuztua august aout
  09-15 septiembre setiembre setembre setembro iraila september septembre settembre
  10-15 octubre outubro urria october octobre ottobre oktober
  11-15 noviembre novembre novembro azaroa november
  12-15 diciembre desembre decembro dezembro abendua december decembre dicembre dezember`)

/** Of the north. */
const SEASONS = byWord(`
  07-01,08-15 verano veranos veraniego veraniega veraniegos veraniegas estiu veran verao veraneo uda udako summer ete sommer
  12-21,02-01 invierno inviernos invernal hivern inverno negu neguko winter hiver ski esqui esquiar esquiada snowboard
  10-01,11-15 otoño otono otoñal tardor outono udazken autumn automne autunno herbst
  04-01,05-15 primavera primaveral udaberri printemps fruhling`)

/** Half a year later. */
const SOUTHERN: ReadonlyMap<string, Days> = new Map(
  [...SEASONS].map(([word, days]) => [word, days.map(halfAYearLater)]),
)

function halfAYearLater(day: string): string {
  const month = ((Number(day.slice(0, 2)) + 5) % 12) + 1
  return `${String(month).padStart(2, '0')}${day.slice(2)}`
}

/**
 * By where the account's days begin: countries that have, nearly all of them, summer in January. Reports do not say, and have Spain's
 * in its place: what they are paid in tells of most.
 */
function isSouthern({ timeZone, currencyCode, source }: Whereabouts): boolean {
  if (source === 'imported' && SOUTHERN_CURRENCIES.has(currencyCode)) return true
  return /^(Australia|Antarctica)\/|^America\/(Argentina\/|Buenos_Aires|Santiago|Punta_Arenas|Montevideo|Asuncion|La_Paz|Lima|Sao_Paulo|Campo_Grande|Cuiaba|Bahia|Porto_Velho|Fortaleza|Recife|Belem|Manaus|Maceio|Araguaina|Santarem|Rio_Branco|Boa_Vista)|^Pacific\/(Auckland|Easter)|^Africa\/(Johannesburg|Windhoek|Maputo|Harare|Gaborone)/.test(
    timeZone,
  )
}

const SOUTHERN_CURRENCIES: ReadonlySet<string> = new Set(
  'ARS AUD BOB BRL BWP CLP MZN NAD NZD PEN PYG UYU ZAR ZWL'.split(' '),
)

/**
 * Spanish, Catalan, Galician, Basque, Portuguese, English, French, Italian and German, without accents. Not what is searched far
 * more for something else: 'mar', 'spring', 'fall', 'estate', 'sales', 'reyes', 'puente', 'natal', 'nadal', 'noel' and 'san juan' by
 * themselves.
 */
const ALONE: ReadonlyMap<string, Days> = new Map([
  ...MONTHS,
  ...byWord(`
  12-20 navidad navidades navideño navideña navideños navideñas navideno navidena gabonak eguberri eguberriak christmas xmas
  12-20 weihnacht weihnachten weihnachtsmarkt nochebuena
  12-31 nochevieja campanadas reveillon capodanno silvester
  01-05 cabalgata
  03-23,04-20 pascua pascuas pasqua pascoa paques easter ostern pasquetta semanasanta cuaresma
  02-08,03-02 carnaval carnavales carnevale carnestoltes entroido inauteri inauteriak karneval fasching
  10-31 halloween hallowen castanyada samain
  11-26 thanksgiving
  - ramadan hanukkah muttertag vatertag rebajas rebaixes rebaixas beherapenak soldes primeday hotsale cyberday cyberdays
  - cyberweek ciberweek cyberwow cyberlunes ciberlunes buenfin blackweek blackdays
  02-14 valentine valentines valentinstag
  07-07 sanfermin sanfermines
  05-15 comunion comuniones comunio comunions
  11-28 blackfriday
  12-01 cybermonday`),
])

/** With the next word, little ones aside: 'fin de año', 'día de la madre'. */
const PAIRS = bySecond(`
  03-23,04-20 semana_santa setmana_santa aste_santu aste_santua semaine_sainte settimana_santa holy_week spring_break
  - semana_blanca setmana_blanca spring_sale prime_day buen_fin hot_sale hot_week hot_days travel_tuesday fiestas_patrias
  - cyber_day cyber_days cyber_week cyber_lunes cyber_wow cyber_sale ciber_lunes ciber_monday ofertas_cyber oferta_cyber
  - descuentos_cyber descuento_cyber black_week black_days regreso_clases vuelta_clases inicio_clases utiles_escolares lista_escolar amor_amistad dia_amigo
  - amigo_secreto festa_junina festas_juninas dia_criancas
  12-24 noche_buena
  12-20 bon_nadal fira_nadal mercat_nadal regals_nadal regal_nadal lots_nadal lot_nadal loteria_nadal sopar_nadal cesta_nadal
  12-20 feliz_natal cabaz_natal cabazes_natal cesta_natal cestas_natal mercado_natal prenda_natal prendas_natal presente_natal
  12-20 presentes_natal buon_natale regali_natale regalo_natale mercatini_natale joyeux_noel pere_noel papa_noel marche_noel
  12-20 cadeau_noel cadeaux_noel sapin_noel boxing_day
  12-31 fin_año fin_ano final_año final_ano cap_any fi_any fim_ano fin_annee new_year new_years año_nuevo ano_nuevo any_nou
  12-31 ano_novo nouvel_an urte_berri
  01-05 reyes_magos reis_mags reis_magos dia_reyes noche_reyes regalo_reyes regalos_reyes roscon_reyes puente_reyes
  12-06 puente_constitucion puente_inmaculada puente_diciembre pont_constitucio ponte_constitucion
  10-12 puente_pilar puente_hispanidad puente_octubre pont_pilar
  11-01 puente_santos puente_todos puente_noviembre todos_santos tots_sants dia_muertos dia_difuntos
  - puente_festivo
  11-09 puente_almudena
  05-01 puente_mayo
  08-15 puente_agosto
  02-14 san_valentin sant_valenti saint_valentin san_valentino sao_valentim dia_enamorados
  04-23 sant_jordi san_jordi
  07-07 san_fermin
  - dia_padre dia_padres dia_madre dia_madres dia_pare dia_mare dia_pai dia_nai dia_mae dia_maes dia_niño dos_pais dos_namorados
  - father_s fathers_day mother_s mothers_day fete_peres fete_pere fete_meres fete_mere festa_mamma festa_papa
  03-08 dia_mujer
  11-26 accion_gracias
  09-08 vuelta_cole tornada_escola rentree_scolaire
  - vuelta_colegio volta_cole volta_aulas back_school
  06-20 fin_curso
  11-28 black_friday viernes_negro
  12-01 cyber_monday
  11-11 singles_day`)

/** Places and people that a word of the calendar is a part of. */
const NAMES: ReadonlySet<string> = new Set(
  'isla_pascua islas_pascua julio_iglesias julio_cortazar julio_verne julio_cesar clinica_mayo mayo_clinic'.split(
    ' ',
  ),
)

/** 'Plaza de Mayo'; 'Hospital 12 de Octubre' by its number. */
const PLACES: ReadonlySet<string> = new Set(
  'plaza calle avenida avda hospital paseo barrio estadio colegio placa praça rua carrer'.split(
    ' ',
  ),
)

function byWord(lines: string): ReadonlyMap<string, Days> {
  return new Map(
    lines
      .trim()
      .split('\n')
      .flatMap((line) => {
        const [days, ...words] = line.trim().split(' ')
        const own = days === '-' ? [] : days!.split(',')
        return words.map((word): [string, Days] => [word, own])
      }),
  )
}

function bySecond(lines: string): ReadonlyMap<string, ReadonlyMap<string, Days>> {
  const pairs = [...byWord(lines)].map(
    ([pair, days]) => [...pair.split('_'), days] as [string, string, Days],
  )
  const byFirst = Map.groupBy(pairs, ([first]) => first)
  return new Map(
    [...byFirst].map(([first, own]) => [
      first,
      new Map(own.map(([, second, days]) => [second, days])),
    ]),
  )
}
