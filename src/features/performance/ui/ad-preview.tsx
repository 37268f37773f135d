import type { AdRow } from '../contract/entity-lists.ts'
import { adTitle, displayAddress, textList } from './ad-texts.ts'

/** Google shows up to three headlines and two descriptions of a responsive ad. */
const MOST_HEADLINES = 3
const MOST_DESCRIPTIONS = 2
const MOST_SITELINKS = 4
/** The others are shown with images or videos, wherever they stand. */
const SEARCH_ADS = /SEARCH_AD$|^(EXPANDED_)?TEXT_AD$|^CALL_AD$/

/** The ad as a search result. Google combines the texts anew for each search; this is one of the ways. */
export function AdPreview({ ad }: { ad: AdRow }) {
  const headlines = textList(ad.ad_headline).slice(0, MOST_HEADLINES)
  const descriptions = textList(ad.description).slice(0, MOST_DESCRIPTIONS)
  return (
    <figure className="rounded-card border border-line bg-canvas p-4">
      <figcaption className="mb-2 text-xs text-ink-faint">
        {SEARCH_ADS.test(ad.ad_type)
          ? 'Así se ve en Google (una de las combinaciones)'
          : 'Sus textos (una de las combinaciones)'}
      </figcaption>
      <div className="flex items-center gap-2.5">
        <Logo ad={ad} />
        <div className="min-w-0">
          <p className="text-xs font-semibold">Patrocinado</p>
          <p className="text-sm wrap-anywhere text-ink-muted">{displayAddress(ad)}</p>
        </div>
      </div>
      <p className="mt-1 text-lg font-medium wrap-anywhere text-accent">
        {headlines.length > 0 ? headlines.join(' | ') : adTitle(ad)}
      </p>
      <p className="wrap-anywhere text-ink-muted">{descriptions.join(' ')}</p>
      {ad.callouts.length > 0 && (
        <p className="mt-1 text-sm wrap-anywhere text-ink-muted">{ad.callouts.join(' · ')}</p>
      )}
      <Sitelinks ad={ad} />
      <Images ad={ad} />
    </figure>
  )
}

function Sitelinks({ ad }: { ad: AdRow }) {
  if (ad.sitelinks.length === 0) return null
  return (
    <ul className="mt-3 grid gap-x-6 gap-y-2 sm:grid-cols-2">
      {ad.sitelinks.slice(0, MOST_SITELINKS).map(({ title, url, descriptions }) => (
        <li key={`${title} ${url}`} className="min-w-0">
          <SitelinkTitle title={title} url={url} />
          {descriptions.length > 0 && (
            <p className="text-sm wrap-anywhere text-ink-faint">{descriptions.join(' · ')}</p>
          )}
        </li>
      ))}
    </ul>
  )
}

function SitelinkTitle({ title, url }: { title: string; url: string }) {
  if (!/^https?:\/\//.test(url)) return <span className="font-medium">{title}</span>
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      className="font-medium text-accent underline-offset-3 hover:underline"
    >
      {title}
      <span className="sr-only"> (se abre en otra pestaña)</span>
    </a>
  )
}

const isLogo = ({ type }: AdRow['images'][number]) => type.includes('LOGO')

function Logo({ ad }: { ad: AdRow }) {
  const logo = ad.images.find(isLogo)
  if (!logo) return null
  return (
    <img
      src={logo.url}
      alt="Logotipo del anunciante"
      loading="lazy"
      referrerPolicy="no-referrer"
      className="size-8 shrink-0 overflow-hidden rounded-full border border-line bg-sunken object-cover text-2xs"
    />
  )
}

function Images({ ad }: { ad: AdRow }) {
  const images = ad.images.filter((image) => !isLogo(image))
  if (images.length === 0) return null
  return (
    <ul className="mt-3 flex flex-wrap gap-2">
      {images.map(({ url }, at) => (
        <li key={url}>
          <img
            src={url}
            alt={`Imagen ${at + 1} del anuncio`}
            loading="lazy"
            referrerPolicy="no-referrer"
            className="h-24 max-w-full rounded-control border border-line bg-sunken object-cover text-xs"
          />
        </li>
      ))}
    </ul>
  )
}
