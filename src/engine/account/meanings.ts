import { PLACES, servedAreas } from './places.ts'
import type { AccountSnapshot } from './snapshot.ts'
import { folded, wordsOf } from './terms.ts'

/**
 * What people add to a search who mostly want something else than to buy, in Spanish, Catalan, Portuguese, English and French, as agencies'
 * lists of negative words have them. What such words mean is only where a belief begins: whether they sell here is the account's to say.
 */
export type Meaning =
  | 'free'
  | 'jobs'
  | 'study'
  | 'definition'
  | 'document'
  | 'by oneself'
  | 'pictures'
  | 'used'
  | 'elsewhere'

/** A word or a few of a search that mean something; `isPlain`: hardly ever anything else. */
export type Meant = { words: string; meaning: Meaning; isPlain: boolean }

type List = { plain: string; doubtful?: string }

/** Doubtful is what means something else in some trades: 'ropa de trabajo', 'modelo 2024', 'curso de agua'. Several words are joined by '_'. */
const LISTS: Record<Exclude<Meaning, 'elsewhere'>, List> = {
  free: {
    plain: `gratis gratuito gratuita gratuitos gratuitas gratuitamente sin_pagar sin_coste descargar_gratis crack
      gratuït gratuïta gratuïts gratuïtes grátis gratuitement gratuit gratuite gratuits gratuites for_free free_download freebie`,
    doubtful: 'free download por_la_seguridad_social seguridad_social justicia_gratuita de_oficio',
  },
  jobs: {
    plain: `empleo empleos ofertas_de_trabajo oferta_de_trabajo ofertas_trabajo oferta_trabajo bolsa_de_trabajo busco_trabajo
      trabajar_de trabajar_en sueldo sueldos salario salarios vacante vacantes currículum curriculum cv convenio_colectivo
      cuánto_gana cuánto_cobra cuánto_gana_un se_busca infojobs linkedin indeed jooble becario becarios prácticas_de_empresa
      feina feines ofertes_de_feina borsa_de_treball salari treballar_de
      emprego empregos vaga vagas salário salários recrutamento trabalhar_como ordenado estágio
      job jobs salary salaries vacancy vacancies hiring careers apprenticeship internship how_to_become resume_template
      emploi emplois offre_d_emploi salaire salaires recrutement métier fiche_métier devenir`,
    doubtful:
      'trabajo trabajos trabajar convenio prácticas oposiciones oposición career work travail treball trabalho uniforme stage sou',
  },
  study: {
    plain: `curso cursos carrera_de estudiar máster master universidad universidades temario temarios apuntes tfg tfm tesis
      grado_superior grado_medio ciclo_formativo formación_profesional asignatura examen exámenes dónde_estudiar nota_de_corte
      curs universitat estudis apunts màster
      faculdade licenciatura mestrado apostila monografia
      course courses degree university college certification lecture homework thesis coursework
      diplôme diplômes études cap_bts bts licence_pro mémoire`,
    doubtful:
      'formación grado grados carrera estudios clases academia manual training class classes formation cours estudo estudar universitario formação',
  },
  definition: {
    plain: `definición definiciones significado significados sinónimo sinónimos etimología wikipedia wiki qué_es qué_son qué_significa
      para_qué_sirve para_qué_sirven tipos_de historia_de características_de ejemplos_de
      definició significat sinònims què_és tipus_de per_a_què_serveix
      definição significado_de o_que_é o_que_são para_que_serve história_de
      meaning definition synonym synonyms types_of history_of explained
      définition signification synonyme c_est_quoi qu_est_ce types_de histoire_de`,
    doubtful:
      'ejemplo ejemplos tipos historia exemples exemplos exemple examples diferencia difference en_inglés',
  },
  document: {
    plain: `pdf excel word powerpoint ppt formulario formularios ficha_técnica slideshare scribd modelo_de
      plantilles formulari planilha planilhas formulário template templates worksheet checklist spreadsheet docx
      formulaire lettre_type modèle_de modèle`,
    doubtful:
      'plantilla plantillas modelo model form ejercicios boe ley descargar baixar télécharger',
  },
  'by oneself': {
    plain: `cómo_hacer cómo_se_hace cómo_fabricar cómo_arreglar cómo_reparar cómo_limpiar cómo_quitar cómo_instalar casero caseros casera caseras
      hazlo_tú_mismo uno_mismo tú_mismo paso_a_paso tutorial tutoriales trucos remedios remedio remedios_caseros youtube tiktok bricolaje
      com_fer com_es_fa casolà casolana com_arreglar
      como_fazer como_consertar caseiro caseira passo_a_passo faça_você_mesmo
      diy how_to_make how_to_fix how_to_do do_it_yourself yourself homemade tutorials home_remedy
      comment_faire soi_même fait_maison tuto faire_soi_même`,
    doubtful: 'en_casa a_casa em_casa at_home receta recetas consejos tips recette',
  },
  pictures: {
    plain: `imágenes imagen dibujo dibujos memes png svg clipart wallpaper fondo_de_pantalla para_colorear letra_canción
      imatges dibuix dibuixos imagens desenho desenhos pictures images coloring dessin dessins coloriage`,
    doubtful:
      'fotos foto vídeo vídeos video videos photo photos logo logos image letra película serie juego juegos game games jeu film',
  },
  used: {
    plain: `segunda_mano wallapop milanuncios vinted todocoleccion segundamano usado usada usados usadas
      segona_mà usat usada usats segunda_mão olx usada_barata
      second_hand secondhand used ebay gumtree craigslist leboncoin d_occasion`,
    doubtful: 'occasion ocasión averiado averiada roto rota alquiler',
  },
}

type Entry = { words: readonly string[]; meant: Meant; area: number }
const NO_AREA = -1

/** By the first word, the longer ones first. */
const BY_FIRST: ReadonlyMap<string, readonly Entry[]> = firstWords([
  ...Object.entries(LISTS).flatMap(([meaning, { plain, doubtful = '' }]) =>
    [plain, doubtful].flatMap((list, i) =>
      list
        .split(/\s+/)
        .filter((text) => text !== '')
        .map((text) => entryOf(text.replaceAll('_', ' '), meaning as Meaning, i === 0)),
    ),
  ),
  ...PLACES.map(({ spelling, area }) => ({ ...entryOf(spelling, 'elsewhere', true), area })),
])

function entryOf(spelling: string, meaning: Meaning, isPlain: boolean): Entry {
  const words = spelling.split(' ').map(folded)
  return { words, meant: { words: words.join(' '), meaning, isPlain }, area: NO_AREA }
}

function firstWords(entries: readonly Entry[]): Map<string, Entry[]> {
  const byFirst = Map.groupBy(entries, ({ words }) => words[0]!)
  for (const own of byFirst.values()) own.sort((a, b) => b.words.length - a.words.length)
  return byFirst
}

/** Tells what words of a search mean, each once; where one stands within another only the longer. `written`: as in the search. */
export type MeaningReader = (text: string) => (Meant & { written: string })[]

/** Places are elsewhere for who names some of his own. */
export function meaningReader(snapshot: AccountSnapshot): MeaningReader {
  const served = servedAreas(snapshot, (text) =>
    entriesIn(text).flatMap(({ entry: { area } }) => (area === NO_AREA ? [] : [area])),
  )
  const isElsewhere = ({ area }: Entry) => served.size > 0 && !served.has(area)
  return (text) => {
    const found = entriesIn(text).filter(
      ({ entry }) => entry.area === NO_AREA || isElsewhere(entry),
    )
    return found.map(({ entry, written }) => ({ ...entry.meant, written }))
  }
}

function entriesIn(text: string): { entry: Entry; written: string }[] {
  const words = wordsOf(text)
  const found: { entry: Entry; written: string }[] = []
  for (let at = 0; at < words.length; at++) {
    const entries = BY_FIRST.get(folded(words[at]!.written))
    const entry = entries?.find((one) =>
      one.words.every((word, i) => words[at + i] && folded(words[at + i]!.written) === word),
    )
    if (!entry) continue
    const size = entry.words.length
    const written = words.slice(at, at + size).map((word) => word.written)
    if (!found.some((one) => one.entry === entry)) found.push({ entry, written: written.join(' ') })
    at += size - 1
  }
  return found
}
