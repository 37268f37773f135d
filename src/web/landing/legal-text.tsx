import type { ReactNode } from 'react'

export function LegalText({ title, children }: { title: string; children: ReactNode }) {
  return (
    <article className="mx-auto flex max-w-3xl flex-col gap-8 px-4 py-12 md:px-8 md:py-16">
      <header>
        <h1 className="text-3xl font-semibold tracking-tight">{title}</h1>
        <p className="mt-2 text-ink-faint">Last changed on 21 November 2026</p>
      </header>
      {children}
    </article>
  )
}

export function Clause(props: { id?: string; title: string; children: ReactNode }) {
  return (
    <section id={props.id} className="flex flex-col gap-3 text-lg text-ink-muted text-pretty">
      <h2 className="text-xl font-semibold text-ink">{props.title}</h2>
      {props.children}
    </section>
  )
}

/** The support address, which the administrators set and the script fills in. */
export function ContactAddress() {
  return (
    <a
      href="/dashboard/help"
      data-contact="address"
      className="text-accent underline underline-offset-3"
    >
      the help page
    </a>
  )
}
