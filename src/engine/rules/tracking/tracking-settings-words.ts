import type { Context } from '../../account/context.ts'
import type { TrackingSettings } from '../../account/inventory.ts'
import { figuresOf } from '../../words/say.ts'
import { directCheck, textColumn, withoutAmount } from '../../words/setup-texts.ts'

export type TrackingGap = 'auto-tagging' | 'customer-data' | 'enhanced-leads' | 'consent-mode'

/** `consent`: of the web's consent mode, as its owner told; absent where nothing was said. */
type Told = TrackingSettings & { consent: 'on' | 'off' | undefined }

const TEXTS: Record<
  TrackingGap,
  { title: string; description: string; whyNow: string; against: string; after: string }
> = {
  'auto-tagging': {
    title: 'Activa el etiquetado automático de la cuenta',
    description:
      'Sin él, Google Ads no añade a cada clic el identificador (GCLID) que une la visita con la conversión: las importadas de Analytics o de un CRM no se pueden asignar a su clic.',
    whyNow: 'Cada clic sin identificador es una venta que puede quedar sin dueño.',
    against:
      'Unas pocas webs fallan con parámetros añadidos en la dirección: pruébalo en una página antes.',
    after: 'Etiquetado automático activado (Administrador › Configuración de la cuenta).',
  },
  'customer-data': {
    title: 'Acepta los términos de datos de clientes para usar conversiones mejoradas',
    description:
      'Las conversiones mejoradas reconocen, con datos cifrados que el cliente ya dejó (como su correo), ventas que las cookies no ven. Mientras no se acepten los términos, no se pueden usar.',
    whyNow: 'Los navegadores bloquean cada vez más cookies, y con ellas se pierden conversiones.',
    against: 'Hace falta el consentimiento del usuario y que tu política de privacidad lo diga.',
    after: 'Términos de datos de clientes aceptados (Objetivos › Conversiones › Configuración).',
  },
  'enhanced-leads': {
    title: 'Activa las conversiones mejoradas para clientes potenciales',
    description:
      'La cuenta mide formularios. Con este ajuste, las ventas que se cierran después fuera de la web se pueden unir al anuncio que las trajo, con los datos cifrados del formulario.',
    whyNow: 'Hoy un contacto que compra y otro que no compra valen lo mismo para las pujas.',
    against: 'Solo sirve si luego se importan a Google Ads las ventas cerradas.',
    after:
      'Conversiones mejoradas para clientes potenciales activadas (Objetivos › Conversiones › Configuración).',
  },
  'consent-mode': {
    title: 'Pon el modo de consentimiento en la web',
    description:
      'Dijiste que la web no dice a Google qué consiente cada visitante. Sin esas señales (modo de consentimiento, versión 2), Google no puede usar en Europa sus visitas para listas de remarketing, ni estimar las conversiones de quien rechaza las cookies.',
    whyNow:
      'Las ventas de quien rechaza las cookies no llegan a las pujas ni como estimación: aprenden de menos de las que hay.',
    against:
      'Si nadie te visita desde el Espacio Económico Europeo, el Reino Unido o Suiza, no te hace falta.',
    after:
      'Modo de consentimiento activo: el aviso de cookies dice a Google qué consiente cada uno, antes de que carguen sus etiquetas.',
  },
}

const BEFORE: Partial<Record<TrackingGap, string>> = {
  'customer-data': 'Sin aceptar.',
  'consent-mode': 'Sin modo de consentimiento, según tu respuesta.',
}

const CONSENT = { on: 'Sí, según tu respuesta', off: 'No, según tu respuesta' }

export function trackingSettingTexts(context: Context, gap: TrackingGap, settings: Told) {
  const { against, after, ...texts } = TEXTS[gap]
  const onOff = (on: boolean) => (on ? 'Activado' : 'Desactivado')
  const figures = figuresOf(context.say, {
    clicks: { label: 'Clics del periodo', unit: 'integer', value: context.sums.clicks ?? null },
  })
  return {
    ...texts,
    impact: withoutAmount('lo que se recupera son cifras de Google, sin comprobar en esta cuenta.'),
    card: {
      figures: figures.list,
      table: {
        columns: [textColumn('setting', 'Ajuste'), textColumn('state', 'Estado')],
        rows: [
          { setting: 'Etiquetado automático', state: onOff(settings.autoTagging) },
          {
            setting: 'Términos de datos de clientes',
            state: settings.acceptedCustomerDataTerms ? 'Aceptados' : 'Sin aceptar',
          },
          {
            setting: 'Conversiones mejoradas para clientes potenciales',
            state: onOff(settings.enhancedConversionsForLeads),
          },
          {
            setting: 'Modo de consentimiento de la web',
            state: settings.consent
              ? CONSENT[settings.consent]
              : 'No se puede leer, ni lo has dicho',
          },
        ],
      },
      test: directCheck(
        gap === 'consent-mode'
          ? 'No hay azar que valorar: es lo que respondiste en los objetivos de la cuenta.'
          : 'No hay azar que valorar: es un ajuste de la cuenta.',
      ),
      counterEvidence: [against, consentDoubt(settings)],
      change: {
        operations: [],
        before: BEFORE[gap] ?? 'Desactivado.',
        after,
      },
    },
  }
}

function consentDoubt({ consent }: Told): string {
  return consent === undefined
    ? 'El modo de consentimiento, obligatorio en Europa, no se puede leer desde aquí: compruébalo en la web y dilo en los objetivos de la cuenta.'
    : 'Del modo de consentimiento solo sabemos lo que respondiste: no se puede leer desde aquí.'
}

export const ONLY_APPS =
  'Solo se cuentan conversiones de una app: no dependen del etiquetado automático ni de las cookies de la web.'

export const COMPLETE =
  'El etiquetado automático está activado y las condiciones de datos de clientes, aceptadas. El modo de consentimiento está puesto, según tu respuesta.'

export const CONSENT_UNKNOWN =
  'El etiquetado automático está activado y las condiciones de datos de clientes, aceptadas. El modo de consentimiento no se puede leer desde aquí: di en los objetivos de la cuenta si la web lo tiene.'
