import type { ReactNode } from 'react'
import { Card } from '#kit/components/card.tsx'
import { Logo } from '#kit/components/logo.tsx'
import { paths } from '#kit/paths.ts'
import { Link } from '#kit/router/link.tsx'

/** The screens around a session: one card under the logo. */
export function AuthFrame(props: {
  title: string
  subtitle?: ReactNode
  /** 'en' for the log-in card. */
  lang?: 'en' | 'es'
  children: ReactNode
}) {
  const { title, subtitle, lang = 'es', children } = props
  return (
    <main lang={lang} className="grid flex-1 content-center justify-items-center gap-6 px-4 py-10">
      <Link to={paths.landing()} className="rounded-control text-lg">
        <Logo />
      </Link>
      <Card className="w-full max-w-sm p-6 md:p-8">
        <h1 className="text-xl font-semibold text-balance">{title}</h1>
        {subtitle && <p className="text-ink-muted text-pretty">{subtitle}</p>}
        <div className="mt-6 flex flex-col gap-5">{children}</div>
      </Card>
      <Link to={paths.contact()} className={`text-sm ${textLinkClass}`}>
        {lang === 'en' ? 'Help and contact' : 'Ayuda y contacto'}
      </Link>
    </main>
  )
}

export const textLinkClass =
  'rounded-control font-medium text-accent underline underline-offset-2 hover:text-accent-strong'
