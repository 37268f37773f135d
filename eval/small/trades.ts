import type { Intent, Language } from './intents.ts'

export type Trade = {
  name: string
  account: string
  languages: readonly Language[]
  /** What is sold: each a keyword. */
  things: string
  /** What buyers add. */
  wishes: string
  /** Where it is sold; the first is in the account's texts; none for a shop of the whole country. */
  served: string
  elsewhere: string
  others: string
  rivals: string
  /** Euros a click, and per conversion. */
  cpc: [number, number]
  worth: [number, number]
  /** What sells here as well as the rest, or better: the factor; `word`: one of it that its keywords have. */
  sells?: Partial<Record<Intent, { factor: number; words?: string }>>
  headline: string
  /** Looked at last, once nothing is chosen any more. */
  isHeldOut?: true
}

export const TRADES: readonly Trade[] = [
  {
    name: 'dentist',
    account: 'Clínica Dental Ruzafa',
    languages: ['es'],
    things:
      'implantes dentales, dentista, ortodoncia invisible, carillas dentales, blanqueamiento dental, endodoncia',
    wishes:
      'urgente, cerca de mí, mejor, financiación, clínica, consulta, niños, abierto sábado, especialista, sin dolor, adultos, cita',
    served: 'valencia, ruzafa, mislata, torrent',
    elsewhere: 'madrid, sevilla, zaragoza, murcia, málaga, bilbao, toledo, albacete',
    others: 'veterinario, perros, prótesis rodilla, cepillo eléctrico, gatos, pasta',
    rivals: 'vitaldent, sonrident, molarix',
    cpc: [2, 5],
    worth: [45, 110],
    headline: 'Clínica dental en Valencia',
  },
  {
    name: 'lawyer',
    account: 'Bufete Arana',
    languages: ['es'],
    things:
      'abogado divorcio, abogado laboralista, abogado herencias, abogado penalista, despido improcedente, abogado extranjería',
    wishes:
      'urgente, cerca de mí, mejor, consulta, despacho, especialista, mutuo acuerdo, custodia, con hijos, experto, primera visita, 24 horas',
    served: 'madrid, alcobendas, getafe, leganés',
    elsewhere: 'barcelona, sevilla, valencia, granada, vigo, córdoba, burgos',
    others: 'serie, película, notario, gestoría, procurador, juego',
    rivals: 'legalitas, reclamador, lexibur',
    cpc: [4, 13],
    worth: [70, 200],
    headline: 'Abogados en Madrid',
  },
  {
    name: 'software',
    account: 'Facturalia',
    languages: ['es'],
    things:
      'programa facturación, software facturas, crm pymes, programa contabilidad, software inventario, erp online',
    wishes:
      'autónomos, empresas, online, en la nube, sencillo, mejor, comparativa, con soporte, multiusuario, integración, demo, tiendas',
    served: '',
    elsewhere: '',
    others: 'restaurante, peluquería, hospital, domótica, juego, antivirus',
    rivals: 'holdix, sagemar, contasol',
    cpc: [4, 12],
    worth: [60, 180],
    sells: { free: { factor: 1.1 } },
    headline: 'Prueba sin tarjeta',
  },
  {
    name: 'academy',
    account: 'Academia Oxbridge',
    languages: ['es'],
    things:
      'curso inglés intensivo, clases de inglés, academia inglés, preparación first, inglés empresas, cursos inglés niños',
    wishes:
      'verano, presencial, tardes, adultos, nivel b2, grupo reducido, nativos, cerca de mí, sábados, mejor, certificado, matrícula',
    served: 'sevilla, dos hermanas, mairena',
    elsewhere: 'madrid, barcelona, málaga, cádiz, londres, dublín, murcia',
    others: 'alemán, francés, chino, italiano, setter, perro',
    rivals: 'berlitzo, vaughanik, opentalk',
    cpc: [2, 5],
    worth: [40, 90],
    sells: { study: { factor: 1.1 } },
    headline: 'Cursos de inglés en Sevilla',
  },
  {
    name: 'DIY shop',
    account: 'Tablero y Tornillo',
    languages: ['es'],
    things:
      'suelo laminado, pintura pared, azulejos baño, tarima exterior, papel pintado, placas pladur',
    wishes:
      'blanco, gris, exterior, lavable, antihumedad, a medida, envío 24 horas, calidad, roble, cocina, comprar, tienda',
    served: '',
    elsewhere: '',
    others: 'acuarela, coche, uñas, óleo, pelo, minecraft',
    rivals: 'leruá, bricosur, manomano24',
    cpc: [2, 3],
    worth: [40, 80],
    sells: { 'by oneself': { factor: 0.95 }, cheap: { factor: 1.3 } },
    headline: 'Todo para tu reforma',
  },
  {
    name: 'second-hand cars',
    account: 'AutoOcasión Levante',
    languages: ['es'],
    things:
      'coches segunda mano, coches ocasión, furgonetas segunda mano, todoterreno ocasión, coches km 0, coche automático ocasión',
    wishes:
      'garantía, financiación, diésel, híbrido, 7 plazas, pocos kilómetros, concesionario, particulares, entrega inmediata, automático, con etiqueta, familiar',
    served: 'alicante, elche, benidorm',
    elsewhere: 'madrid, barcelona, bilbao, granada, alemania, zaragoza',
    others: 'miniatura, radiocontrol, alquiler, desguace, juguete, piezas',
    rivals: 'flexicarro, autohero24, clicars',
    cpc: [2, 4],
    worth: [45, 110],
    sells: { used: { factor: 1.15, words: 'segunda mano' }, cheap: { factor: 1.2 } },
    headline: 'Coches de ocasión en Alicante',
  },
  {
    name: 'solar, Portugal',
    account: 'Sol Norte',
    languages: ['pt', 'pt', 'es'],
    things:
      'painéis solares, instalação painel solar, bateria solar, autoconsumo solar, bomba de calor, carregador elétrico',
    wishes:
      'empresa, casa, instalador, simulação, certificado, moradia, melhor, potência, kit, financiamento, condomínio, apoio',
    served: 'porto, gaia, matosinhos, braga',
    elsewhere: 'lisboa, faro, coimbra, setúbal, são paulo, évora',
    others: 'calculadora, mochila, relógio, protetor, jardim, brinquedo',
    rivals: 'edpi, galpsol, otovo24',
    cpc: [3, 8],
    worth: [60, 170],
    headline: 'Painéis solares no Porto',
  },
  {
    name: 'moving firm, France',
    account: 'Déménagements Bellecour',
    languages: ['fr'],
    things:
      'déménagement, déménageur, garde meuble, monte meuble, déménagement entreprise, transport piano',
    wishes:
      'devis rapide, professionnel, international, urgent, particulier, cartons, assurance, petit volume, équipe, weekend, camion, longue distance',
    served: 'lyon, villeurbanne, bron',
    elsewhere: 'paris, marseille, lille, nantes, toulouse, bordeaux',
    others: 'jeu, film, préavis, chanson, adresse, congé',
    rivals: 'demeclic, gentlemens, bretono',
    cpc: [2, 7],
    worth: [50, 140],
    headline: 'Déménagement à Lyon',
  },
  {
    name: 'locksmith',
    account: 'Cerrajeros Gràcia',
    languages: ['es', 'es', 'ca'],
    things:
      'cerrajero, cerrajero urgente, cambio cerradura, apertura puertas, cerradura seguridad, bombín antibumping',
    wishes:
      '24 horas, cerca de mí, domingo, rápido, a domicilio, coche, persiana, caja fuerte, profesional, festivo, blindada, noche',
    served: 'barcelona, gràcia, badalona, hospitalet',
    elsewhere: 'madrid, valencia, girona, zaragoza, tarragona, palma',
    others: 'bicicleta, taquilla, maleta, moto, videojuego, móvil',
    rivals: 'cerraplus, hispacerr, abreya',
    cpc: [6, 15],
    worth: [45, 110],
    headline: 'Cerrajeros en Barcelona',
    isHeldOut: true,
  },
  {
    name: 'job portal',
    account: 'TurnoYa ETT',
    languages: ['es'],
    things:
      'ofertas empleo, trabajo camarero, empleo almacén, trabajo limpieza, trabajo teleoperador, empleo conductor',
    wishes:
      'media jornada, fines de semana, urgente, sin experiencia, incorporación inmediata, turno noche, jornada completa, verano, estudiantes, cerca de mí, mañanas, indefinido',
    served: 'madrid, getafe, coslada',
    elsewhere: 'londres, suiza, barcelona, mallorca, canarias, noruega',
    others: 'convenio colectivo, uniforme, nómina, película, finiquito, carretilla',
    rivals: 'infojobi, indeedo, randstat',
    cpc: [2, 3],
    worth: [40, 70],
    sells: { jobs: { factor: 1 }, free: { factor: 0.9 } },
    headline: 'Ofertas de trabajo en Madrid',
    isHeldOut: true,
  },
  {
    name: 'comparison site',
    account: 'Compara10',
    languages: ['es'],
    things:
      'seguro coche, seguro hogar, seguro moto, seguro salud, seguro mascotas, comparador seguros',
    wishes:
      'online, a terceros, todo riesgo, comparar, mejor, joven, novel, sin copago, mensual, familiar, mayores, calculadora',
    served: '',
    elsewhere: '',
    others: 'playa, puerta, seguro de paro, imperdible, banco, candado',
    rivals: 'rastreatiro, acierto24, kelisio',
    cpc: [4, 14],
    worth: [40, 120],
    sells: { cheap: { factor: 1.5 }, opinion: { factor: 1.1 }, rival: { factor: 0.9 } },
    headline: 'Compara seguros',
    isHeldOut: true,
  },
  {
    name: 'renovation',
    account: 'Reformas Ebro',
    languages: ['es'],
    things:
      'reforma baño, reforma cocina, reforma integral piso, cambio bañera ducha, pladur techos, albañil',
    wishes:
      'empresa, llave en mano, rápida, cerca de mí, profesional, financiación, moderna, pequeña, minusválidos, a medida, mejor, sin obras',
    served: 'zaragoza, utebo, cuarte',
    elsewhere: 'madrid, huesca, barcelona, logroño, teruel, pamplona, lleida',
    others: 'laboral, fiscal, protestante, constitucional, luterana, escolar',
    rivals: 'habitissimus, reparalia, cronoshare',
    cpc: [2, 6],
    worth: [50, 150],
    headline: 'Reformas en Zaragoza, presupuesto gratis',
    isHeldOut: true,
  },
  {
    name: 'physiotherapist, England',
    account: 'Camden Physio',
    languages: ['en'],
    things:
      'physiotherapist, sports physio, back pain treatment, sports massage, knee rehab, dry needling',
    wishes:
      'near me, appointment, private, best, weekend, clinic, runners, same day, women, specialist, home visit, evening',
    served: 'london, camden, islington',
    elsewhere: 'manchester, leeds, bristol, dublin, glasgow, toronto',
    others: 'dog, horse, chair, gun, mattress, cat',
    rivals: 'bupo, nuffieldo, sixphysio',
    cpc: [3, 8],
    worth: [40, 100],
    headline: 'Physio in Camden',
    isHeldOut: true,
  },
  {
    name: 'psychologist, Catalonia',
    account: 'Espai Serè Psicologia',
    languages: ['ca', 'es'],
    things:
      'psicòleg, teràpia parella, psicólogo ansiedad, psicóloga infantil, teràpia familiar, psicólogo online',
    wishes:
      'privat, cita, mejor, adolescents, urgente, adults, especialista, presencial, online, mútua, català, tarda',
    served: 'girona, salt, figueres',
    elsewhere: 'barcelona, madrid, lleida, tarragona, reus, perpignan',
    others: 'test, pel·lícula, gossos, frases, llibre, sèrie',
    rivals: 'terapify, unobravi, psonrie',
    cpc: [2, 6],
    worth: [40, 100],
    headline: 'Psicòlegs a Girona',
    isHeldOut: true,
  },
  {
    name: 'academy for civil servants',
    account: 'Adams Opos Norte',
    languages: ['es'],
    things:
      'academia oposiciones, oposiciones correos, oposiciones policía, oposiciones auxiliar administrativo, oposiciones justicia, preparador oposiciones',
    wishes:
      'presencial, online, mejor, intensivo, tardes, plazas, preparación, test, nuevos, sábados, con garantía, matrícula',
    served: 'oviedo, gijón, avilés',
    elsewhere: 'madrid, sevilla, murcia, vigo, valencia, león',
    others: 'pádel, ajedrez, bomberos juego, sinónimo, uniforme, canción',
    rivals: 'mastero, opositas, cefi',
    cpc: [2, 5],
    worth: [45, 110],
    sells: { study: { factor: 1 }, document: { factor: 0.6 }, jobs: { factor: 0.8 } },
    headline: 'Oposiciones en Oviedo',
    isHeldOut: true,
  },
]
