import { Badge } from '#kit/components/badge.tsx'
import { Dialog } from '#kit/components/dialog.tsx'
import { SafeLink } from '#kit/components/safe-link.tsx'
import { MICROS } from '#shared/metrics.ts'
import { integer, money, percent, quantity } from '#shared/spanish-numbers.ts'
import type { AdRow } from '../contract/entity-lists.ts'
import { AdPreview } from './ad-preview.tsx'
import {
  adTitle,
  adTypeText,
  approvalText,
  mediaTypeText,
  pieceVerdict,
  strengthText,
  strengthTone,
} from './ad-texts.ts'
import { statusOf } from './entity-codes.ts'

/** One ad as people see it, its figures, and what Google says of each of its texts. */
export function AdDialog(props: { ad: AdRow; currencyCode: string; onClose: () => void }) {
  const { ad, currencyCode, onClose } = props
  return (
    <Dialog
      wide
      title={adTitle(ad)}
      description={`${adTypeText(ad.ad_type)} · ${ad.adGroupName}`}
      onClose={onClose}
    >
      <div className="flex flex-col gap-5">
        <Badges ad={ad} />
        <AdPreview ad={ad} />
        <Figures ad={ad} currencyCode={currencyCode} />
        <section>
          <h3 className={headingClass}>URL final</h3>
          <SafeLink url={ad.finalUrl} className="wrap-anywhere" />
        </section>
        <Pieces title="Títulos" pieces={ad.pieces.filter(({ kind }) => kind === 'HEADLINE')} />
        <Pieces
          title="Descripciones"
          pieces={ad.pieces.filter(({ kind }) => kind === 'DESCRIPTION')}
        />
        <Links
          title="Enlaces de sitio"
          links={ad.sitelinks.map(({ title, url }) => ({ text: title, url }))}
        />
        <Links title="Imágenes" links={ad.images.map(toMediaLink)} />
        <Links title="Vídeos" links={ad.videos.map(toMediaLink)} />
      </div>
    </Dialog>
  )
}

function Badges({ ad }: { ad: AdRow }) {
  const status = statusOf(ad.status)
  return (
    <p className="flex flex-wrap gap-2">
      <Badge tone={status.tone} dot>
        {status.text}
      </Badge>
      {ad.ad_strength && (
        <Badge tone={strengthTone(ad.ad_strength)}>Eficacia: {strengthText(ad.ad_strength)}</Badge>
      )}
      {ad.approval_status && (
        <Badge tone={ad.approval_status === 'DISAPPROVED' ? 'danger' : 'neutral'}>
          {approvalText(ad.approval_status)}
        </Badge>
      )}
    </p>
  )
}

function Figures({ ad, currencyCode }: { ad: AdRow; currencyCode: string }) {
  const figures = [
    ['Impresiones', integer(ad.impressions)],
    ['Clics', integer(ad.clicks)],
    ['CTR', percent(ad.ctr, 1)],
    ['CPC', ad.clicks > 0 ? money(ad.cpc * MICROS, currencyCode) : '—'],
    ['Coste', money(ad.cost * MICROS, currencyCode)],
    ['Conversiones', quantity(ad.conversions)],
  ]
  return (
    <dl className="tabular grid grid-cols-2 gap-x-6 gap-y-2 sm:grid-cols-3">
      {figures.map(([title, value]) => (
        <div key={title}>
          <dt className="text-sm text-ink-faint">{title}</dt>
          <dd className="font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Pieces({ title, pieces }: { title: string; pieces: AdRow['pieces'] }) {
  if (pieces.length === 0) return null
  return (
    <section>
      <h3 className={headingClass}>{title}</h3>
      <ul className="divide-y divide-line">
        {pieces.map((piece) => (
          <li
            key={`${piece.text} ${piece.pinned}`}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5"
          >
            <span className="min-w-0 flex-1 basis-48 wrap-anywhere">{piece.text}</span>
            {piece.impressions !== null && (
              <span className="tabular text-sm text-ink-faint">
                {integer(piece.impressions)} impr. en 30 días
              </span>
            )}
            {piece.pinned && <Badge>Fijado en {pinnedPlace(piece.pinned)}</Badge>}
            {piece.performance && <Verdict name={piece.performance} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Verdict({ name }: { name: string }) {
  const { text, tone } = pieceVerdict(name)
  return <Badge tone={tone}>{text}</Badge>
}

type NamedLink = { text: string; url: string }

/** All of them: the picture above shows only as many as Google does at once. */
function Links({ title, links }: { title: string; links: NamedLink[] }) {
  if (links.length === 0) return null
  return (
    <section>
      <h3 className={headingClass}>{title}</h3>
      <ul className="divide-y divide-line">
        {links.map(({ text, url }) => (
          <li key={`${text} ${url}`} className="flex flex-wrap gap-x-3 py-1.5">
            <span className="min-w-0 flex-1 basis-40 wrap-anywhere">{text}</span>
            <span className="min-w-0 flex-2 basis-48 text-sm wrap-anywhere">
              <SafeLink url={url} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function toMediaLink({ type, url }: AdRow['images'][number]): NamedLink {
  return { text: mediaTypeText(type), url }
}

/** 'HEADLINE_2' → 'posición 2'. */
function pinnedPlace(name: string): string {
  return `posición ${name.replace(/^\D+/, '') || name}`
}

const headingClass = 'mb-1 text-sm font-medium text-ink-muted'
