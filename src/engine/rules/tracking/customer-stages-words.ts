import type { Context } from '../../account/context.ts'
import {
  areMostlyBeginnings,
  type CustomerStages,
  type UnusedProofs,
} from '../../account/customer-stages.ts'
import { figuresOf } from '../../words/say.ts'
import { directCheck, listed, withoutAmount } from '../../words/setup-texts.ts'
import { actionTable } from './action-table.ts'

/** Primary actions that one person passes one after the other. */
export function stageTexts(context: Context, stages: CustomerStages) {
  const { early, late, share } = stages
  const figures = figuresOf(context.say, {
    share: { label: 'Parte que es el primer paso', unit: 'percent', value: share },
  })
  const { show } = figures
  const [first, last, all] = [early, late, [...early, ...late]].map((own) =>
    listed(own.map(({ name }) => `«${name}»`)),
  )
  const whose = areMostlyBeginnings(stages)
    ? 'así que el coste por conversión es sobre todo el suyo'
    : 'así que el coste por conversión mezcla el de los dos'
  return {
    title: `Separa ${first} de ${last}: son pasos de la misma persona`,
    description: `Son principales a la vez y valen lo mismo para las pujas: quien da los dos pasos cuenta dos veces, y quien se queda en el primero cuenta como un cliente. El ${show('share')} de lo que se cuenta es el primer paso, ${whose}, y una campaña que trae muchos primeros pasos y ninguna venta parece la mejor.`,
    whyNow: 'Las pujas automáticas buscan lo que más abunda, no lo que da dinero.',
    impact: withoutAmount('cambia lo que se mide, no lo que se gasta.'),
    card: {
      figures: figures.list,
      table: actionTable([...early, ...late]),
      test: directCheck('No hay azar que valorar: lo dicen las categorías de las acciones.'),
      counterEvidence: [
        'Si hay pocas ventas para que la puja aprenda, el primer paso puede ser el bueno: entonces, que sea el único principal.',
        'La campaña puede usar sus propios objetivos y no contar las dos.',
      ],
      change: {
        operations: [],
        before: `${all}: principales, sin un valor que las distinga.`,
        after:
          'Solo es principal el paso que da dinero, y el otro pasa a «secundaria»; o cada uno lleva su valor y las campañas pujan por valor.',
      },
    },
  }
}

/** Contacts are what bidding is after, and those that proved to be good are only watched. */
export function unusedProofTexts({ contacts, proofs }: UnusedProofs) {
  const [asked, good] = [contacts, proofs].map((own) => listed(own.map(({ name }) => `«${name}»`)))
  const one = proofs.length === 1
  return {
    title: `Puja por ${good}: Google ya sabe qué contactos son buenos y no lo usa`,
    description: `${good} ${one ? 'se sigue' : 'se siguen'} registrando, pero ${one ? 'es secundaria' : 'son secundarias'}: las pujas solo persiguen ${asked}, y para ellas un contacto que no sirve vale lo mismo que uno que acaba en cliente. El coste por conversión, también el de estas recomendaciones, es el de un contacto cualquiera.`,
    whyNow: 'Las pujas automáticas buscan lo que más abunda, no lo que da dinero.',
    impact: withoutAmount('cambia lo que se mide, no lo que se gasta.'),
    card: {
      figures: [],
      table: actionTable([...proofs, ...contacts]),
      test: directCheck('No hay azar que valorar: lo dicen las categorías de las acciones.'),
      counterEvidence: [
        'Si de las buenas llegan muy pocas al mes, o semanas después del clic, la puja no aprende de ellas solas: entonces es mejor darle a cada una su valor y pujar por valor.',
        'La campaña puede usar sus propios objetivos y contar ya las buenas.',
      ],
      change: {
        operations: [],
        before: `${asked}: ${contacts.length === 1 ? 'principal' : 'principales'}. ${good}: ${one ? 'secundaria' : 'secundarias'}.`,
        after: `En Google Ads, Objetivos › Conversiones › Resumen, ${good} ${one ? 'pasa a «principal»' : 'pasan a «principales»'} y ${asked} a «${contacts.length === 1 ? 'secundaria' : 'secundarias'}»; o todas son principales, cada una con lo que suele dejar como valor, y las campañas pujan por valor. El CPA objetivo se ajusta a lo que cuesta lo nuevo.`,
      },
    },
  }
}
