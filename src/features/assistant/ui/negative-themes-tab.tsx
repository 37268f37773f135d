import { LinkButton } from '#kit/components/button.tsx'
import { EmptyState } from '#kit/components/empty-state.tsx'
import { paths } from '#kit/paths.ts'
import { MICROS } from '#shared/metrics.ts'
import { longDay, money, plural } from '#shared/spanish-numbers.ts'
import {
  getNegativeThemes,
  type NegativeThemes,
  wordNegativeThemes,
} from '../contract/endpoints.ts'
import { CopyButton } from './copy-button.tsx'
import { useWording } from './use-wording.ts'
import { WordingFrame } from './wording-frame.tsx'

type Theme = NegativeThemes['themes'][number]
const MOST_TERMS_SHOWN = 30

/** What costs and never converts, by theme, ready to become negatives. */
export function NegativeThemesTab({ customerId }: { customerId: string }) {
  const endpoints = { template: getNegativeThemes, model: wordNegativeThemes }
  const wording = useWording(endpoints, { customerId })
  return (
    <WordingFrame wording={wording} loadingLabel="Cargando los temas">
      {({ themes, termsWithoutTheme, whyNone, from, to, currencyCode }) =>
        themes.length === 0 ? (
          <EmptyState title="Ningún tema que excluir">
            {whyNone ??
              `Entre el ${longDay(from)} y el ${longDay(to)} no hay varios términos sin conversiones que se parezcan.`}
          </EmptyState>
        ) : (
          <>
            <p className="text-ink-muted">
              Términos que gastaron sin convertir entre el {longDay(from)} y el {longDay(to)}.
              Revísalos antes de excluirlos.
            </p>
            <ul className="flex flex-col gap-3">
              {themes.map((theme) => (
                <ThemeCard
                  key={theme.name}
                  theme={theme}
                  customerId={customerId}
                  currencyCode={currencyCode}
                />
              ))}
            </ul>
            {termsWithoutTheme > 0 && (
              <p className="text-sm text-ink-faint">
                Fuera de estos temas: {plural(termsWithoutTheme, 'término', 'términos')}.
              </p>
            )}
          </>
        )
      }
    </WordingFrame>
  )
}

function ThemeCard(props: { theme: Theme; customerId: string; currencyCode: string }) {
  const { theme, customerId, currencyCode } = props
  const { name, word, cost, clicks, terms } = theme
  const text = (amount: number) => money(amount * MICROS, currencyCode)
  const campaign = terms[0]?.campaignId
  const search = new URLSearchParams({ campaign: campaign ?? '', tq: word ?? terms[0]?.text ?? '' })
  return (
    <li className="rounded-card border border-line p-4">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0">
          <h3 className="font-semibold wrap-anywhere">{name}</h3>
          <p className="tabular text-sm text-ink-muted">
            {text(cost)} · {plural(clicks, 'clic', 'clics')} ·{' '}
            {plural(terms.length, 'término', 'términos')}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <CopyButton
            label={`Copiar los términos de ${name}`}
            text={terms.map((term) => `[${term.text}]`).join('\n')}
          >
            Copiar
          </CopyButton>
          <LinkButton
            size="sm"
            reloadDocument
            to={`${paths.account(customerId)}?${search}#search-terms`}
          >
            Ver términos
          </LinkButton>
        </div>
      </div>
      {word && (
        <p className="mt-2 text-sm">
          «{word}» está en todos y en ningún término que convierta: sirve de negativa de
          concordancia de frase.
        </p>
      )}
      <details className="mt-2">
        <summary className="w-fit rounded-sm text-sm text-ink-muted">Los términos</summary>
        <ul className="tabular mt-2 text-sm">
          {terms.slice(0, MOST_TERMS_SHOWN).map((term) => (
            <li
              key={`${term.campaignId} ${term.text}`}
              className="flex justify-between gap-4 border-t border-line py-1"
            >
              <span className="min-w-0 wrap-anywhere">{term.text}</span>
              <span className="whitespace-nowrap">{text(term.cost)}</span>
            </li>
          ))}
        </ul>
      </details>
    </li>
  )
}
