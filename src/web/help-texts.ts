type Entry = { term: string; text: string }

/** What each block of the account page shows, in the order of the page. */
export const BLOCKS: readonly Entry[] = [
  {
    term: 'Métricas',
    text: 'Ocho cifras del periodo elegido, comparadas con los mismos días justo antes. Pulsa una para verla día a día.',
  },
  {
    term: 'Evolución',
    text: 'La métrica elegida, día a día, junto al periodo anterior. Los mismos números se pueden ver como tabla.',
  },
  {
    term: 'Recomendaciones',
    text: 'Qué cambiar y por qué. Al abrir una se ven sus pruebas: las filas de datos, el periodo, el efecto esperado al mes y los motivos para dudar.',
  },
  {
    term: 'Campañas',
    text: 'Todas las campañas con sus cifras. Al pulsar una se entra en sus grupos de anuncios; con «Volver» se sale.',
  },
]

export const GLOSSARY: readonly Entry[] = [
  { term: 'Impresiones', text: 'Veces que se ha mostrado un anuncio.' },
  { term: 'Clics', text: 'Veces que alguien ha pulsado un anuncio.' },
  { term: 'CTR', text: 'Clics entre impresiones: de cada cien veces que se ve, cuántas se pulsa.' },
  { term: 'CPC', text: 'Coste por clic: el gasto entre los clics.' },
  {
    term: 'Conversiones',
    text: 'Acciones que cuentan para el negocio (una compra, un formulario), tal como las mide tu cuenta. Pueden tener decimales: Google reparte una conversión entre varios clics.',
  },
  { term: 'Tasa de conversión', text: 'Conversiones entre clics.' },
  { term: 'Coste por conversión', text: 'El gasto entre las conversiones. También se llama CPA.' },
  {
    term: 'Término de búsqueda',
    text: 'Lo que la persona escribió de verdad. La palabra clave es lo que tú elegiste para salir.',
  },
  {
    term: 'Concordancia',
    text: 'Cuánto puede alejarse la búsqueda de la palabra clave: exacta, de frase o amplia.',
  },
  {
    term: 'Palabra clave negativa',
    text: 'Una palabra con la que el anuncio no debe salir.',
  },
  {
    term: 'Cuota de impresiones',
    text: 'Qué parte de las veces que tu anuncio podía salir ha salido. Se pierde por presupuesto o por ranking.',
  },
  {
    term: 'Cuenta MCC',
    text: 'Cuenta de administrador: no tiene campañas propias, agrupa otras cuentas (subcuentas).',
  },
  {
    term: 'Presupuesto',
    text: 'Lo que una campaña puede gastar de media al día.',
  },
]

/** How a recommendation comes about, step by step. */
export const METHOD: readonly Entry[] = [
  {
    term: '1. Primero, la medición',
    text: 'Si las conversiones no se miden o dejaron de medirse, se dice antes que nada, y calla todo lo que dependa de ellas.',
  },
  {
    term: '2. Se compara con lo normal de tu cuenta',
    text: 'Diez clics sin conversiones pueden ser mala suerte. Cada búsqueda se juzga junto a las demás de la cuenta, y cuantos menos datos tiene, más se parece a ellas.',
  },
  {
    term: '3. Se descarta la casualidad',
    text: 'Se mira todo a la vez y se deja pasar, como mucho, un 5\u00a0% de falsas alarmas. Lo que no llega se calla, y se dice cuánto le falta.',
  },
  {
    term: '4. Se cuentan las conversiones que aún no han llegado',
    text: 'Los últimos días siempre parecen peores: parte de las conversiones llega días después del clic, y se corrige.',
  },
  {
    term: '5. Se estima el efecto, con su margen',
    text: 'Un valor prudente, uno probable y uno optimista, en dinero al mes. En 8 de cada 10 casos el resultado queda entre el primero y el último.',
  },
  {
    term: '6. Se ordena por lo que aporta',
    text: 'Prioridad alta, media o baja según el dinero en juego y la confianza. Dos recomendaciones sobre el mismo gasto no se suman.',
  },
]
