import { classes } from '../class-names.ts'

/** An address that came from outside: a link in a new tab when it is http(s), else only its text. */
export function SafeLink({ url, className }: { url: string; className?: string }) {
  if (!url) return '—'
  const scheme = URL.canParse(url) ? new URL(url).protocol : ''
  if (scheme !== 'https:' && scheme !== 'http:') return <span className={className}>{url}</span>
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      title={url}
      className={classes('text-accent underline-offset-3 hover:underline', className)}
    >
      {url.replace(/^https?:\/\//, '')}
      <span className="sr-only"> (se abre en otra pestaña)</span>
    </a>
  )
}
