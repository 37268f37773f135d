import type { ReactNode } from 'react'
import { buttonClass } from '#kit/components/button.tsx'
import { Logo } from '#kit/components/logo.tsx'
import { paths } from '#kit/paths.ts'

/** Stands for the public origin, which only the running server knows. */
export const ORIGIN_PLACEHOLDER = 'https://origin.invalid'

type PublicPageProps = {
  path: string
  title: string
  description: string
  /** Whether the header offers the sections of the landing page. */
  withSections?: boolean
  children: ReactNode
}

/** A whole document that needs no script, with the frame that the public pages share. */
export function PublicPage(props: PublicPageProps) {
  const { path, title, description, withSections = false, children } = props
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <meta name="description" content={description} />
        <SharingTags path={path} title={title} description={description} />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#faf9f6" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#12100e" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icon-192.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <link
          rel="preload"
          as="font"
          type="font/woff2"
          crossOrigin="anonymous"
          href="/src/kit/fonts/radio-canada.woff2"
        />
        <link rel="stylesheet" href="/src/web/landing/landing.css" />
        <script type="module" src="/src/web/landing/landing-script.ts" />
      </head>
      <body>
        <a
          href="#content"
          className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-control focus:bg-surface focus:px-3 focus:py-2"
        >
          Skip to content
        </a>
        <Header withSections={withSections} />
        <main id="content">{children}</main>
        <Footer />
      </body>
    </html>
  )
}

function SharingTags(props: { path: string; title: string; description: string }) {
  const url = ORIGIN_PLACEHOLDER + props.path
  return (
    <>
      <link rel="canonical" href={url} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content="Pujante" />
      <meta property="og:url" content={url} />
      <meta property="og:title" content={props.title} />
      <meta property="og:description" content={props.description} />
      <meta property="og:image" content={`${ORIGIN_PLACEHOLDER}/og.jpg`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}

function Header({ withSections }: { withSections: boolean }) {
  return (
    <header className="border-b border-line">
      <div className="mx-auto flex h-16 max-w-6xl items-center gap-2 px-4 md:px-8">
        <a href={paths.landing()} className="mr-auto flex rounded-control text-lg">
          <Logo />
        </a>
        {withSections && (
          <nav
            aria-label="Sections"
            className="mr-6 hidden gap-7 font-medium text-ink-muted md:flex"
          >
            <a href="#features" className="hover:text-ink">
              Features
            </a>
            <a href="#pricing" className="hover:text-ink">
              Pricing
            </a>
            <a href="#faq" className="hover:text-ink">
              FAQ
            </a>
          </nav>
        )}
        <a href={paths.login()} className={buttonClass('ghost')}>
          Log in
        </a>
        <a href={paths.register()} className={buttonClass('primary')}>
          Sign up
        </a>
      </div>
    </header>
  )
}

function Footer() {
  return (
    <footer className="border-t border-line">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-8 gap-y-3 px-4 py-8 text-sm text-ink-muted md:px-8">
        <p>Pujante · Google Ads advice that shows its evidence</p>
        <nav aria-label="Legal" className="flex gap-6">
          <a href={paths.privacy()} className={footerLinkClass}>
            Privacy
          </a>
          <a href={paths.terms()} className={footerLinkClass}>
            Terms
          </a>
          <a href={paths.contact()} className={footerLinkClass}>
            Contact
          </a>
        </nav>
      </div>
    </footer>
  )
}

const footerLinkClass = 'py-2 underline-offset-3 hover:text-ink hover:underline'
