import { useQuery } from '@tanstack/react-query'
import { Dialog } from '#kit/components/dialog.tsx'
import { type Tab, Tabs } from '#kit/components/tabs.tsx'
import { queryOf } from '#kit/query.ts'
import { integer } from '#shared/spanish-numbers.ts'
import { getAssistant } from '../contract/endpoints.ts'
import { AdDraftsTab } from './ad-drafts-tab.tsx'
import { NegativeThemesTab } from './negative-themes-tab.tsx'
import { QuestionTab } from './question-tab.tsx'
import { ExplanationTab, SummaryTab } from './text-tabs.tsx'

const TABS = [
  { id: 'question', label: 'Pregunta' },
  { id: 'summary', label: 'Resumen' },
  { id: 'explanation', label: 'Recomendaciones' },
  { id: 'negatives', label: 'Negativas' },
  { id: 'ads', label: 'Borradores' },
] as const satisfies Tab<string>[]
type TabId = (typeof TABS)[number]['id']

type AssistantDialogProps = {
  customerId: string
  /** Whom the drafts are for; null while none is selected. */
  adGroupId: string | null
  /** As the address says; anything else is the first tab. */
  tab: string
  onTab: (tab: TabId) => void
  onClose: () => void
}

/** Questions and texts about one account. */
export function AssistantDialog(props: AssistantDialogProps) {
  const { customerId, adGroupId, onTab, onClose } = props
  const selected = TABS.find(({ id }) => id === props.tab)?.id ?? 'question'
  return (
    <Dialog
      wide
      title="Pregunta a tus datos"
      description="Cada cifra enlaza con las filas de las que sale."
      onClose={onClose}
    >
      <Tabs label="Qué quieres saber" tabs={TABS} selected={selected} onSelect={onTab}>
        <div className="pt-4">
          {selected === 'question' && <QuestionTab customerId={customerId} />}
          {selected === 'summary' && <SummaryTab customerId={customerId} />}
          {selected === 'explanation' && <ExplanationTab customerId={customerId} />}
          {selected === 'negatives' && <NegativeThemesTab customerId={customerId} />}
          {selected === 'ads' && <AdDraftsTab adGroupId={adGroupId} />}
        </div>
      </Tabs>
      <Usage />
    </Dialog>
  )
}

function Usage() {
  const { data } = useQuery(queryOf(getAssistant, {}))
  if (!data) return null
  const { howTo, monthlyTokens, usedTokens, model } = data
  return (
    <div className="mt-6 border-t border-line pt-3 text-sm text-ink-faint text-pretty">
      {howTo ? (
        // For the operator of the server; the others have their answers as they are.
        <details>
          <summary className="w-fit rounded-sm">Activar la redacción con IA</summary>
          <p className="mt-1 wrap-anywhere">{howTo}</p>
        </details>
      ) : (
        monthlyTokens !== null && (
          <p>
            Modelo {model}. Este mes has usado {integer(usedTokens)} de {integer(monthlyTokens)}{' '}
            tokens.
          </p>
        )
      )}
    </div>
  )
}
