import { textsBesideKeywords } from './own-texts.ts'
import type { AccountSnapshot } from './snapshot.ts'
import { offeredKeywords } from './turned-off.ts'

/**
 * Places by area, the name of the area among them where people search by it: who lives in one goes to another town of it. Left out is what
 * is more often something else: 'Granada', 'León', 'Faro', 'Tours', 'Reading', 'Nice'.
 */
const AREAS = `
madrid getafe leganés móstoles alcorcón fuenlabrada alcobendas parla torrejón alcalá_de_henares pozuelo majadahonda las_rozas coslada rivas
barcelona badalona hospitalet l_hospitalet sabadell terrassa mataró cornellà sant_cugat granollers rubí manresa vilanova castelldefels viladecans gavà
valencia mislata torrent paterna gandía sagunto alzira burjassot xirivella manises
sevilla dos_hermanas mairena alcalá_de_guadaíra utrera écija tomares
zaragoza utebo calatayud
málaga marbella fuengirola torremolinos benalmádena estepona mijas vélez_málaga antequera
murcia cartagena lorca molina_de_segura
alicante elche benidorm torrevieja orihuela alcoy elda denia villena
bilbao vizcaya bizkaia barakaldo getxo basauri
guipúzcoa gipuzkoa donostia san_sebastián irún eibar
vitoria álava araba
oviedo gijón avilés asturias
vigo pontevedra
coruña a_coruña la_coruña ferrol santiago_de_compostela
ourense orense
lugo
valladolid
salamanca
burgos
palencia
zamora
segovia
soria
ávila
toledo talavera
ciudad_real puertollano
albacete
guadalajara
cuenca
badajoz mérida
cáceres plasencia
córdoba lucena
cádiz jerez algeciras chiclana
huelva
jaén linares
almería roquetas
santander cantabria torrelavega
pamplona navarra tudela
logroño rioja
huesca
teruel
lleida lérida
tarragona reus
girona gerona figueres
castellón castelló vila_real
mallorca palma_de_mallorca manacor
ibiza eivissa
menorca
tenerife santa_cruz_de_tenerife
gran_canaria las_palmas
lanzarote
fuerteventura
canarias
ceuta
melilla
andorra
lisboa cascais sintra amadora almada oeiras loures
porto gaia matosinhos vila_nova_de_gaia maia gondomar
braga guimarães
coimbra
aveiro
setúbal
évora
leiria
viseu
algarve portimão
funchal
são_paulo
rio_de_janeiro
brasília
paris
lyon villeurbanne
marseille
lille roubaix
toulouse
bordeaux
nantes
strasbourg
rennes
montpellier
grenoble
toulon
dijon
perpignan
london
manchester
birmingham
leeds
liverpool
bristol
sheffield
glasgow
edinburgh
dublin dublín
cardiff
belfast
londres
toronto
sydney
new_york nueva_york
miami
méxico cdmx
buenos_aires argentina
bogotá colombia medellín
chile
perú
ecuador
venezuela
alemania berlín
suiza
noruega
italia
marruecos
`

/** Each name of a place with its area. */
export const PLACES: readonly { spelling: string; area: number }[] = AREAS.trim()
  .split('\n')
  .flatMap((line, area) =>
    line.split(' ').map((name) => ({ spelling: name.replaceAll('_', ' '), area })),
  )

/**
 * The areas that an account names where it says what it sells. None where only a few of its keywords name one, for who sells everywhere
 * bids on some towns too, or where they are so many that it sells everywhere.
 */
export function servedAreas(
  snapshot: AccountSnapshot,
  areasIn: (text: string) => readonly number[],
): ReadonlySet<number> {
  const keywords = offeredKeywords(snapshot).map(({ text }) => text)
  const others = textsBesideKeywords(snapshot).flatMap(areasIn)
  const local = keywords.filter((text) => areasIn(text).length > 0)
  if (others.length === 0 && local.length < LEAST_LOCAL * keywords.length) return new Set()
  const areas = new Set([...others, ...local.flatMap(areasIn)])
  return areas.size > MOST_AREAS ? new Set() : areas
}

/** Of keywords, those that name a place, in a business of one place. Own choice. */
const LEAST_LOCAL = 1 / 3
/** Own choice. */
const MOST_AREAS = 4
