import type { Day } from '#shared/dates.ts'
import { wordsOf } from './terms.ts'

/**
 * The word of the calendar that a search names, as it is written there: a month, a season, a feast, a day of sales, a year
 * that begins after the window. In 90 days it shows what it brings now and not what it brings in its time, which is each
 * business's own (summer is booked in winter).
 */
export function calendarWordIn(text: string, lastDay: Day): string | null {
  const words = wordsOf(text)
  let before = -1
  for (let at = 0; at < words.length; at++) {
    const { folded, written, isStop } = words[at]!
    if (isStop) continue
    const isPair = before >= 0 && PAIRS.get(words[before]!.folded)?.has(folded)
    if (isPair) return writtenOf(words.slice(before, at + 1))
    if (ALONE.has(folded) || isComingYear(folded, lastDay)) return written
    before = at
  }
  return null
}

const writtenOf = (words: readonly { written: string }[]) =>
  words.map(({ written }) => written).join(' ')

const isComingYear = (word: string, lastDay: Day) =>
  /^20\d\d$/.test(word) && word > lastDay.slice(0, 4)

/**
 * Spanish, Catalan, Galician, Basque, Portuguese, English, French, Italian and German, without accents. Not what is searched far
 * more for something else: 'mar', 'spring', 'fall', 'estate', 'sales', 'reyes', 'puente' and 'san juan' by themselves.
 */
const ALONE = listed(`
  enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre diciembre
  gener febrer març abril maig juny juliol agost setembre octubre novembre desembre
  xaneiro febreiro maio xuño xullo setembro outubro novembro decembro janeiro fevereiro março junho julho dezembro
  urtarrila otsaila martxoa apirila maiatza ekaina uztaila abuztua iraila urria azaroa abendua
  january february march april may june july august september october november december
  janvier fevrier mars avril mai juin juillet aout septembre octobre decembre
  gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre
  januar februar marz juni juli oktober dezember
  verano veranos veraniego veraniega veraniegos veraniegas invierno inviernos invernal otoño otono otoñal primavera primaveral
  estiu hivern tardor veran veran outono inverno veraneo verao uda udako negu neguko udazken udaberri
  summer winter autumn ete hiver automne printemps autunno sommer herbst fruhling
  navidad navidades navideño navideña navideños navideñas navideno navidena nadal nadals natal natale noel
  gabonak eguberri eguberriak christmas xmas weihnacht weihnachten weihnachtsmarkt
  nochebuena nochevieja campanadas cabalgata reveillon capodanno silvester
  pascua pascuas pasqua pascoa paques easter ostern pasquetta semanasanta cuaresma
  carnaval carnavales carnevale carnestoltes entroido inauteri inauteriak karneval fasching
  halloween hallowen castanyada samain thanksgiving ramadan hanukkah
  valentine valentines valentinstag muttertag vatertag sanfermin sanfermines
  comunion comuniones comunio comunions
  blackfriday cybermonday cyberday cyberdays primeday hotsale rebajas rebaixes rebaixas beherapenak soldes
  ski esqui esquiar esquiada snowboard`)

/** With the next word, little ones aside: 'fin de año', 'día de la madre'. */
const PAIRS = bySecond(`
  semana_santa setmana_santa aste_santu aste_santua semaine_sainte settimana_santa holy_week semana_blanca setmana_blanca
  fin_año fin_ano final_año final_ano cap_any fi_any fim_ano fin_annee new_year new_years año_nuevo ano_nuevo any_nou ano_novo
  nouvel_an urte_berri reyes_magos reis_mags reis_magos dia_reyes noche_reyes regalo_reyes regalos_reyes roscon_reyes
  puente_constitucion puente_inmaculada puente_pilar puente_hispanidad puente_reyes puente_santos puente_todos puente_san
  puente_festivo puente_almudena puente_mayo puente_agosto puente_octubre puente_noviembre puente_diciembre
  pont_constitucio pont_pilar ponte_constitucion spring_break spring_sale
  san_valentin sant_valenti saint_valentin san_valentino sao_valentim sant_jordi san_jordi san_fermin
  dia_padre dia_padres dia_madre dia_madres dia_pare dia_mare dia_pai dia_nai dia_mae dia_maes dia_niño dia_enamorados dia_mujer
  dia_muertos dia_difuntos dos_pais dos_namorados todos_santos tots_sants fiestas_patrias accion_gracias
  father_s fathers_day mother_s mothers_day fete_peres fete_pere fete_meres fete_mere festa_mamma festa_papa
  vuelta_cole vuelta_colegio tornada_escola volta_cole volta_aulas back_school rentree_scolaire fin_curso
  black_friday viernes_negro cyber_monday cyber_day prime_day singles_day buen_fin hot_sale boxing_day travel_tuesday`)

function listed(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/))
}

function bySecond(pairs: string): ReadonlyMap<string, ReadonlySet<string>> {
  const words = [...listed(pairs)].map((pair) => pair.split('_'))
  const byFirst = Map.groupBy(words, ([first]) => first!)
  return new Map([...byFirst].map(([first, own]) => [first, new Set(own.map((pair) => pair[1]!))]))
}
