import { EmptyState } from '#kit/components/empty-state.tsx'
import { integer } from '#shared/spanish-numbers.ts'
import { type AdDrafts, getAdDrafts, wordAdDrafts } from '../contract/endpoints.ts'
import { CopyButton } from './copy-button.tsx'
import { useWording } from './use-wording.ts'
import { WordingFrame } from './wording-frame.tsx'

const LIMITS = { headlines: 30, descriptions: 90 }

/** Drafts for the ad group that the page has selected. */
export function AdDraftsTab({ adGroupId }: { adGroupId: string | null }) {
  return adGroupId ? (
    <Drafts key={adGroupId} adGroupId={adGroupId} />
  ) : (
    <EmptyState title="Elige un grupo de anuncios">
      Cierra este diálogo, abre una campaña y uno de sus grupos, y vuelve aquí: los borradores
      parten de sus anuncios, sus palabras clave y los términos que convierten.
    </EmptyState>
  )
}

function Drafts({ adGroupId }: { adGroupId: string }) {
  const endpoints = { template: getAdDrafts, model: wordAdDrafts }
  const wording = useWording(endpoints, { adGroupId })
  return (
    <WordingFrame wording={wording} loadingLabel="Cargando los borradores">
      {({ headlines, descriptions, discarded }) =>
        headlines.length + descriptions.length === 0 ? (
          <EmptyState title="No hay de dónde partir">
            El grupo no tiene anuncios, palabras clave ni términos que conviertan.
          </EmptyState>
        ) : (
          <>
            <Parts title="Títulos" parts={headlines} limit={LIMITS.headlines} />
            <Parts title="Descripciones" parts={descriptions} limit={LIMITS.descriptions} />
            <Discarded discarded={discarded} />
          </>
        )
      }
    </WordingFrame>
  )
}

function Parts(props: { title: string; parts: AdDrafts['headlines']; limit: number }) {
  const { title, parts, limit } = props
  if (parts.length === 0) return null
  const name = title.toLowerCase()
  return (
    <section>
      <header className="flex items-center justify-between gap-2">
        <h3 className="font-semibold">{title}</h3>
        <CopyButton
          label={`Copiar todos los textos: ${name}`}
          text={parts.map(({ text }) => text).join('\n')}
        >
          Copiar todo
        </CopyButton>
      </header>
      <ul className="mt-2">
        {parts.map(({ text, length }) => (
          <li
            key={text}
            className="flex items-center justify-between gap-3 border-t border-line py-1"
          >
            <span className="min-w-0 wrap-anywhere">{text}</span>
            <span className="flex shrink-0 items-center gap-1">
              <span className="tabular text-sm text-ink-faint">
                {integer(length)}/{integer(limit)}
              </span>
              <CopyButton label={`Copiar «${text}»`} text={text} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Discarded({ discarded }: Pick<AdDrafts, 'discarded'>) {
  if (discarded.length === 0) return null
  return (
    <details>
      <summary className="w-fit rounded-sm text-sm text-ink-muted">
        Descartados ({discarded.length})
      </summary>
      <ul className="mt-2 list-disc pl-5 text-sm">
        {discarded.map(({ text, reason }) => (
          <li key={text + reason} className="wrap-anywhere">
            «{text}»: {reason}
          </li>
        ))}
      </ul>
    </details>
  )
}
