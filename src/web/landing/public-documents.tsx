import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { paths } from '#kit/paths.ts'
import { LandingPage } from './landing-page.tsx'
import { PrivacyPage } from './privacy-page.tsx'
import { PublicPage } from './public-page.tsx'
import { TermsPage } from './terms-page.tsx'

/** The text of each public page as a whole HTML document, by the name of its file. */
export function publicDocuments(): Record<string, string> {
  return {
    'landing.html': documentOf(
      <PublicPage
        withSections
        path={paths.landing()}
        title="Pujante: Google Ads advice that shows its evidence"
        description="Pujante reads your Google Ads accounts and tells you what wastes money and what deserves more of it, with the evidence behind every recommendation."
      >
        <LandingPage />
      </PublicPage>,
    ),
    'privacy.html': documentOf(
      <PublicPage
        path={paths.privacy()}
        title="Privacy · Pujante"
        description="What Pujante keeps about you and your advertising accounts, what for, and how to end it."
      >
        <PrivacyPage />
      </PublicPage>,
    ),
    'terms.html': documentOf(
      <PublicPage
        path={paths.terms()}
        title="Terms · Pujante"
        description="What you get from Pujante, what we ask of you, and how to leave."
      >
        <TermsPage />
      </PublicPage>,
    ),
  }
}

function documentOf(page: ReactNode): string {
  return `<!doctype html>${renderToStaticMarkup(page)}`
}
