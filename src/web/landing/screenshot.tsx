import { classes } from '#kit/class-names.ts'

type Size = { width: number; height: number }

/**
 * A picture of the product in the reader's colour scheme, of a phone on phones. The files are made by
 * scripts/take-screenshots.ts: `<name>-<desktop|phone>-<light|dark>.webp`, and `@2x` of each.
 */
export function Screenshot(props: {
  name: string
  alt: string
  /** CSS pixels; declared so that nothing moves when the picture arrives. */
  desktop: Size
  phone: Size
  eager?: boolean
  className?: string
}) {
  const { name, alt, desktop, phone, eager = false, className } = props
  return (
    <picture className={classes('block', className)}>
      <source
        media="(max-width: 47.99rem) and (prefers-color-scheme: dark)"
        srcSet={densities(`${name}-phone-dark`)}
        {...phone}
      />
      <source media="(max-width: 47.99rem)" srcSet={densities(`${name}-phone-light`)} {...phone} />
      <source
        media="(prefers-color-scheme: dark)"
        srcSet={densities(`${name}-desktop-dark`)}
        {...desktop}
      />
      <img
        src={`/screens/${name}-desktop-light.webp`}
        srcSet={densities(`${name}-desktop-light`)}
        {...desktop}
        alt={alt}
        decoding="async"
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : 'auto'}
        className="mx-auto h-auto w-full max-w-120 rounded-card border border-line shadow-floating md:max-w-full"
      />
    </picture>
  )
}

function densities(name: string): string {
  return `/screens/${name}.webp 1x, /screens/${name}@2x.webp 2x`
}
