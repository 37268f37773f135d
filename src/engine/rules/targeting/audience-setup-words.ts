import type { Context } from '../../account/context.ts'
import type { AudienceFacts, UserList } from '../../account/inventory.ts'
import type { AdGroupFacts, CampaignFacts } from '../../account/snapshot.ts'
import type { MutateOperation } from '../../findings/recommendation.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { columnsOf, figuresOf } from '../../words/say.ts'
import {
  directCheck,
  examples,
  listed,
  textColumn,
  withoutAmount,
} from '../../words/setup-texts.ts'
import { sumCells } from '../bidding/campaign-facts.ts'

/** As in 'la puja para …'. */
export const SEGMENT_NAMES: Record<string, string> = {
  MALE: 'hombres',
  FEMALE: 'mujeres',
  AGE_RANGE_18_24: 'edades de 18 a 24',
  AGE_RANGE_25_34: 'edades de 25 a 34',
  AGE_RANGE_35_44: 'edades de 35 a 44',
  AGE_RANGE_45_54: 'edades de 45 a 54',
  AGE_RANGE_55_64: 'edades de 55 a 64',
  AGE_RANGE_65_UP: 'mayores de 65',
}

export function restrictedTexts(
  context: Context,
  campaign: CampaignFacts,
  operations: MutateOperation[],
) {
  const figures = figuresOf(context.say, {
    impressions: {
      label: 'Impresiones',
      unit: 'integer',
      value: campaign.sums.impressions ?? null,
    },
    clicks: { label: 'Clics', unit: 'integer', value: campaign.sums.clicks },
  })
  const { name } = campaign
  return {
    title: `Pasa las audiencias de «${name}» a observación`,
    description: `«${name}» es de búsqueda y solo se muestra a quien está en sus audiencias: los demás, aunque busquen tus palabras clave, no ven el anuncio. En observación, salen todos y se sigue viendo qué hace cada audiencia.`,
    whyNow: 'Cada búsqueda de alguien de fuera de las listas se pierde.',
    impact: withoutAmount('no se sabe cuántas búsquedas se están perdiendo.'),
    card: {
      figures: figures.list,
      table: campaignTable([campaign]),
      test: directCheck('No hay azar que valorar: es el ajuste de segmentación de la campaña.'),
      counterEvidence: [
        'Si la campaña está hecha para volver a llegar a visitantes o clientes, el ajuste es correcto: descarta esta recomendación.',
        'Al abrirla, gastará más: conviene mirar su presupuesto.',
      ],
      change: {
        operations,
        before: 'Audiencias: segmentación (solo ellas).',
        after: 'Audiencias: observación (todos, y se mide cada una).',
      },
    },
  }
}

export function restrictedGroupTexts(
  context: Context,
  {
    campaign,
    groups,
    audiences,
    operations,
  }: {
    campaign: CampaignFacts
    groups: readonly AdGroupFacts[]
    audiences: readonly AudienceFacts[]
    operations: MutateOperation[]
  },
) {
  const figures = figuresOf(context.say, {
    groups: { label: 'Grupos de anuncios', unit: 'integer', value: groups.length },
  })
  const named = examples(groups.map(({ name }) => name))
  const listsOf = (id: string) =>
    audiences.filter(({ adGroupId }) => adGroupId === id).map(({ name }) => name)
  const count = figures.count('groups', 'grupo', 'grupos')
  return {
    title: `Pasa a observación las audiencias de ${count} de «${campaign.name}»`,
    description: `${groups.length > 1 ? 'Los grupos' : 'El grupo'} ${named} solo se ${groups.length > 1 ? 'muestran' : 'muestra'} a quien está en sus audiencias: los demás, aunque busquen sus palabras clave, no ven el anuncio. En observación, salen todos y se sigue viendo qué hace cada audiencia.`,
    whyNow: 'Cada búsqueda de alguien de fuera de las listas se pierde.',
    impact: withoutAmount('no se sabe cuántas búsquedas se están perdiendo.'),
    card: {
      figures: figures.list,
      table: {
        columns: [...columnsOf('adGroup'), textColumn('audiences', 'Audiencias')],
        rows: groups.map(({ id, name }) => ({ adGroup: name, audiences: listed(listsOf(id)) })),
      },
      test: directCheck(
        'No hay azar que valorar: es el ajuste de segmentación de cada grupo de anuncios.',
      ),
      counterEvidence: [
        'Si un grupo está hecho para volver a llegar a visitantes o clientes, el ajuste es correcto: descarta esta recomendación.',
        'Al abrirlo, gastará más: conviene mirar el presupuesto de la campaña.',
      ],
      change: {
        operations,
        before: 'Audiencias del grupo: segmentación (solo ellas).',
        after: 'Audiencias del grupo: observación (todos, y se mide cada una).',
      },
    },
  }
}

export function noAudienceTexts(
  context: Context,
  campaigns: readonly CampaignFacts[],
  lists: readonly UserList[],
) {
  const biggest = lists.reduce((a, b) =>
    b.sizeForSearch > a.sizeForSearch || (b.sizeForSearch === a.sizeForSearch && b.id < a.id)
      ? b
      : a,
  )
  const figures = figuresOf(context.say, {
    campaigns: { label: 'Campañas sin audiencias', unit: 'integer', value: campaigns.length },
    lists: { label: 'Listas que se pueden usar', unit: 'integer', value: lists.length },
    size: { label: 'Personas en la mayor', unit: 'integer', value: biggest.sizeForSearch },
    needed: {
      label: 'Mínimo de Google en búsqueda',
      unit: 'integer',
      value: THRESHOLDS.userListSize.value,
    },
  })
  const { show } = figures
  const count = figures.count('campaigns', 'campaña', 'campañas')
  return {
    title: `Añade audiencias en observación a ${count} de búsqueda`,
    description: `La cuenta tiene ${figures.count('lists', 'lista', 'listas')} con gente suficiente (la mayor, «${biggest.name}», con ${show('size')} personas), y hay ${count} sin observar ninguna. Observar no cambia a quién se muestra el anuncio ni cuesta nada.`,
    whyNow: 'Cuanto antes se observen, antes se sabrá si conviene pujar distinto por ellas.',
    impact: withoutAmount('observar no cambia nada por sí solo; enseña dónde hay diferencia.'),
    card: {
      figures: figures.list,
      table: campaignTable(campaigns),
      test: directCheck('No hay azar que valorar: ninguna audiencia cuelga de estas campañas.'),
      counterEvidence: [
        'La puja automática de Google ya usa sus propias señales; aquí sirve sobre todo para aprender.',
      ],
      change: {
        operations: [],
        before: `${count} sin audiencias.`,
        after: `«${biggest.name}» y las demás listas, en observación.`,
      },
    },
  }
}

function campaignTable(campaigns: readonly CampaignFacts[]) {
  return {
    columns: columnsOf('campaign', 'impressions', 'clicks', 'cost', 'conversions'),
    rows: campaigns.map(({ name, sums }) => ({
      campaign: name,
      ...sumCells(sums),
    })),
  }
}

export const NOT_RESTRICTED =
  'Ninguna campaña de búsqueda, ni grupo de ellas, se muestra solo a sus audiencias sin decirlo su nombre.'

export const GROUPS_UNKNOWN =
  'Ninguna campaña de búsqueda se muestra solo a sus audiencias sin decirlo su nombre; de sus grupos de anuncios no consta.'

export const RESTRICTIONS_UNKNOWN =
  'De las campañas de búsqueda no consta si alguna se muestra solo a sus audiencias.'

export const ALIKE =
  'Ninguna audiencia convierte de forma tan distinta del resto como para mover su puja.'
