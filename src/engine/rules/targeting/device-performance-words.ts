import { uncapitalised } from '#shared/ads-words/forms.ts'
import { DEVICE_WORDS } from '#shared/ads-words/places.ts'
import type { Context } from '../../account/context.ts'
import type { Device } from '../../account/inventory.ts'
import type { CountedSums } from '../../account/known-figures.ts'
import type { CampaignFacts } from '../../account/snapshot.ts'
import { columnsOf, figuresOf } from '../../words/say.ts'
import { directCheck, textColumn, withoutAmount } from '../../words/setup-texts.ts'
import { sumCells } from '../bidding/campaign-facts.ts'

/** 'móvil'. */
const deviceName = (device: Device) => uncapitalised(DEVICE_WORDS[device].one)

/** 'en móvil'. */
export const deviceLabel = (device: Device) => `en ${deviceName(device)}`

export function excludedDeviceTexts(
  context: Context,
  campaign: CampaignFacts,
  device: Device,
  rows: readonly { device: Device; sums: CountedSums }[],
) {
  const where = deviceLabel(device)
  const figures = figuresOf(context.say, {
    modifier: { label: 'Ajuste de puja', unit: 'percent', value: -1 },
    clicks: { label: 'Clics en el periodo', unit: 'integer', value: campaign.sums.clicks },
  })
  return {
    title: `Comprueba que quieres no salir ${where} en «${campaign.name}»`,
    description: `La campaña «${campaign.name}» tiene un ajuste de ${figures.show('modifier')} ${where}: nunca se muestra ahí. A veces es lo que se quiere; otras es un resto de una prueba antigua.`,
    whyNow: 'Sin salir ahí, tampoco se puede saber si ahora convertiría.',
    impact: withoutAmount('de un dispositivo en el que no se sale no hay datos.'),
    card: {
      figures: figures.list,
      table: {
        columns: [
          textColumn('device', 'Dispositivo'),
          ...columnsOf('impressions', 'clicks', 'cost', 'conversions'),
        ],
        rows: rows
          .toSorted((a, b) => b.sums.clicks - a.sums.clicks)
          .map(({ device: other, sums }) => ({
            device: deviceName(other),
            ...sumCells(sums),
          })),
      },
      test: directCheck('No hay azar que valorar: es el ajuste que tiene la campaña.'),
      counterEvidence: [
        'Si la web o el producto no funcionan en ese dispositivo, o hay otra campaña dedicada a él, está bien así.',
      ],
      change: {
        operations: [],
        before: `Ajuste ${where}: ${figures.show('modifier')}.`,
        after: 'El que decidas: sin ajuste vuelve a salir con la puja normal.',
      },
    },
  }
}

export const IGNORED =
  'Ninguna campaña activa obedece ajustes por dispositivo: la puja automática de Google ya los calcula sola.'

export const ALIKE =
  'Ningún dispositivo convierte de forma tan distinta del resto como para mover su puja.'
