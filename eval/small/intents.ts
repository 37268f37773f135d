/** What people add who mostly want something else than to buy: the evaluation's own lists, shared with nothing in src/. */

export type Language = 'es' | 'ca' | 'pt' | 'en' | 'fr'

export const INTENTS = [
  'free',
  'jobs',
  'study',
  'info',
  'document',
  'by oneself',
  'pictures',
  'used',
  'elsewhere',
  'other product',
  'rival',
  'opinion',
  'price',
  'cheap',
] as const
export type Intent = (typeof INTENTS)[number]

/** How often such searches hardly sell in a business that is no exception. Judgement: no public figure is by meaning. */
export const HARDLY_SELLS: Record<Intent, number> = {
  free: 0.8,
  jobs: 0.93,
  study: 0.85,
  info: 0.75,
  document: 0.85,
  'by oneself': 0.8,
  pictures: 0.9,
  used: 0.85,
  elsewhere: 0.7,
  'other product': 0.85,
  rival: 0.5,
  opinion: 0.12,
  price: 0,
  cheap: 0.1,
}

/** Of the clicks that such words have together, relative. */
export const COMMON: Record<Intent, number> = {
  free: 1,
  jobs: 1.2,
  study: 1,
  info: 1.2,
  document: 0.6,
  'by oneself': 0.9,
  pictures: 0.4,
  used: 0.5,
  elsewhere: 1.5,
  'other product': 1.2,
  rival: 1,
  opinion: 0.5,
  price: 1.5,
  cheap: 0.9,
}

/** '_' is where the thing stands; without one it comes first. */
type Lists = Partial<Record<Intent, string>>

export const PHRASES: Record<Language, Lists> = {
  es: {
    free: 'gratis, gratuito, gratuita, _ por la seguridad social, sin pagar',
    jobs: 'empleo, trabajo de _, ofertas de trabajo _, sueldo, cuánto gana un _, vacantes, currículum _, convenio, oferta empleo',
    study:
      'curso, cursos de _, estudiar _, carrera de _, máster, grado _, universidad, formación, temario, tfg _',
    info: 'qué es _, definición, significado de _, tipos de _, historia de _, wikipedia, para qué sirve _, ejemplos',
    document: 'pdf, plantilla _, modelo _ word, excel, formulario, ficha técnica',
    'by oneself':
      'cómo hacer _, casero, casera, en casa, tutorial, paso a paso, _ uno mismo, trucos _',
    pictures: 'fotos _, imágenes, dibujo _, vídeo _, logo, memes',
    used: 'segunda mano, _ wallapop, milanuncios, usado, usados',
    opinion: 'opiniones, reseñas, foro',
    price: 'precio, precios _, presupuesto _, tarifas, cuánto cuesta _',
    cheap: 'barato, baratos, económico, low cost',
  },
  ca: {
    free: 'gratis, gratuït, gratuïta',
    jobs: 'feina, ofertes de feina _, sou, treballar de _, borsa de treball',
    study: 'curs, cursos de _, estudiar _, universitat, grau _',
    info: 'què és _, definició, tipus de _, significat',
    document: 'pdf, plantilla _, model _',
    'by oneself': 'com fer _, casolà, a casa, tutorial',
    pictures: 'fotos _, imatges, dibuix _',
    used: 'segona mà, wallapop, usat',
    opinion: 'opinions, ressenyes',
    price: 'preu, preus _, pressupost _',
    cheap: 'barat, barats, econòmic',
  },
  pt: {
    free: 'grátis, gratuito, gratuita',
    jobs: 'emprego, vagas _, salário, trabalhar _, recrutamento',
    study: 'curso, cursos de _, faculdade, licenciatura, apostila _',
    info: 'o que é _, definição, significado, tipos de _, exemplos',
    document: 'pdf, modelo _, planilha, excel',
    'by oneself': 'como fazer _, caseiro, caseira, passo a passo, em casa',
    pictures: 'fotos _, imagens, desenho _',
    used: 'segunda mão, olx, usado, usados',
    opinion: 'opiniões, avaliações',
    price: 'preço, preços _, orçamento _, quanto custa _',
    cheap: 'barato, baratos, em conta',
  },
  en: {
    free: 'free, for free',
    jobs: 'jobs, job, salary, vacancies, careers, apprenticeship, how to become a _',
    study: 'course, courses, degree, certification, training, university',
    info: 'what is _, meaning, definition, types of _, history of _, wiki',
    document: 'pdf, template, form, checklist',
    'by oneself': 'how to _ yourself, diy, at home, tutorial, homemade',
    pictures: 'images, pictures, clipart, video',
    used: 'second hand, used, ebay, gumtree',
    opinion: 'reviews, reddit, forum',
    price: 'price, prices, cost, quote',
    cheap: 'cheap, affordable, budget',
  },
  fr: {
    free: 'gratuit, gratuite, gratuitement',
    jobs: 'emploi, offre d emploi _, salaire, recrutement, métier, devenir _',
    study: 'formation, cours, études _, diplôme, bts',
    info: 'c est quoi _, définition, signification, types de _, exemple',
    document: 'pdf, modèle _, formulaire, lettre type _',
    'by oneself': 'comment faire _, soi même, fait maison, tuto',
    pictures: 'photo, images, dessin _, vidéo',
    used: 'occasion, leboncoin, d occasion',
    opinion: 'avis, forum',
    price: 'prix, tarif, devis _',
    cheap: 'pas cher, pas chers, discount',
  },
}
