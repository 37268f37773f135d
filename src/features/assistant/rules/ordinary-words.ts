import { isNearly } from './named-things.ts'

/** Words that change nothing of what is asked. A word that is in no list is said not to be understood. */
const FILLERS = new Set(
  `a al ante aqui asi aun algo alguna alguno bajo bien buenas buenos cada como con cual cuales cuando cuanta cuantas cuanto cuantos
  cuenta cuentas dame datos de del desde dias dime donde dos durante e el ella ellas ello ellos en entonces entre era eran es esa esas ese eso esos
  esta estan estado estamos estas este esto estos estuvo estoy favor fue fueron fui ha haber habia habido han has hasta hay he hemos hice hicimos
  hola hoy hubo ir la las le les lo los llevo llevamos lleva llevan me mi mia mis mucho muy mas menos nada ni no nos nosotros nuestra nuestras nuestro nuestros o
  oye para parte pero podrias por porque puedes pues que quien quiero quisiera saber se sea segun ser si sido sin sobre solo son
  su sus suyo tal tambien tan tanto te teneis tenemos tengo tenia tener tenido tiene tienen todo toda todas todos total totales trae traen traido trajo
  tu tus tuve tuvo tuvimos tuvieron un una unas uno unos va van vamos voy y ya yo ver veo muestra muestrame ensename ensena
  dar da dan dado dio daba generado genera generan genero conseguido consigue conseguimos obtenido obtuvo obtuve obtuvimos recibido recibi recibimos recibio
  resultado resultados rendimiento numero numeros cantidad cifra cifras anuncio anuncios publicidad google ads euros gracias
  suma sumado medio media medios promedio periodo periodos fecha fechas ahora actual actualmente real exactamente gente usuarios clientes
  fui tras frente vs versus contra respecto comparado comparada comparados comparadas compara comparar comparame comparativa comparacion diferencia mejor mejores peor peores mayor menor
  funciona funcionan funciono va fueron ido fue han cuesta mando llega llegan llegado llego hecho hace hacen evolucion evolucionado evolucionan tendencia sitio lado
  mismo misma mismos igual cosa pasa pasado pasando paso ocurre ocurrido ocurrio tenga buena bueno malo mala estamos ranking lista listado top`.split(
    /\s+/,
  ),
)

/** Known words a slip of the finger may have hit; each long enough to be told from others. */
const CORRECTED =
  `campana campanas conversiones conversion impresiones gastado gastamos gaste gasto clics semana semanas pasada pasado octubre noviembre diciembre
  septiembre agosto enero febrero presupuesto terminos palabras recomendaciones pendientes cambios dispositivo moviles ordenador cuanto cuantos cuantas
  cuales mejores peores trimestre ultimos ultimas anteayer navidad ventas vendemos ingresos domingo sabado miercoles martes jueves viernes busqueda roas`.split(
    /\s+/,
  )

/** Nearly a known word, and another one. */
const OTHERS = new Set(['cuarto', 'cuarta', 'cuatro'])

export const isFiller = (word: string) => FILLERS.has(word)

/** Each word that is nearly a known one becomes it; those of names stay. */
export function corrected(text: string, isKnown: (word: string) => boolean): string {
  return text.replace(/\p{L}{4,}/gu, (word) => {
    if (FILLERS.has(word) || CORRECTED.includes(word) || OTHERS.has(word) || isKnown(word))
      return word
    const fits = CORRECTED.filter((one) => one.length >= 5 && isSlip(word, one))
    return fits.length === 1 && fits[0] ? fits[0] : word
  })
}

/** An ending may mean something else: only slips inside the word are mended. */
function isSlip(word: string, meant: string): boolean {
  return isNearly(word, meant) && word.replace(/e?s$/, '') !== meant.replace(/e?s$/, '')
}
