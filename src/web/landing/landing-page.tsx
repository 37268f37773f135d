import { buttonClass } from '#kit/components/button.tsx'
import { paths } from '#kit/paths.ts'
import { Differences } from './differences.tsx'
import { Faq } from './faq.tsx'
import { Features } from './features.tsx'
import { Pricing } from './pricing.tsx'
import { Screenshot } from './screenshot.tsx'
import { When } from './when.tsx'

const TRIAL =
  'The trial: the first {days} days of your first plan. You give a card when you choose the plan, nothing is charged if you cancel before those days are over, and from then on it costs from €9 a month.'
const NO_TRIAL =
  'What is free: the user account and the demo, for as long as you like and without a card. The plans have no free days: working with your own data costs from €9 a month, from the first day.'

/** What a visitor without a session sees at `/`. */
export function LandingPage() {
  return (
    <>
      <Hero />
      <Features />
      <Differences />
      <Pricing />
      <Faq />
      <ClosingCall />
    </>
  )
}

function Hero() {
  return (
    <section className="mx-auto max-w-6xl px-4 pt-14 text-center md:px-8 md:pt-20">
      <h1 className="mx-auto max-w-3xl text-4xl font-semibold tracking-tight text-balance md:text-5xl">
        Know what to change in Google Ads, and why
      </h1>
      <p className="mx-auto mt-5 max-w-2xl text-lg text-ink-muted text-pretty">
        Pujante reads your campaigns every day and tells you what wastes money and what deserves
        more of it. Every recommendation comes with the rows, the test and the doubts behind it.
      </p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <a href={paths.register()} className={buttonClass('primary', 'lg')}>
          Get Started for Free
        </a>
        <a href={paths.demo()} className={buttonClass('secondary', 'lg')}>
          Try the live demo
        </a>
      </div>
      <p className="mt-4 text-sm text-ink-faint">
        No card to sign up, no sign-up for the demo. Your own accounts need a plan, from €9 a month
        <When fact="trial">{', and its first {days} days are free'}</When>. The app speaks Spanish.
      </p>
      <Screenshot
        name="account"
        alt="An account in Pujante: spend, clicks and conversions compared with the period before, and the daily trend."
        desktop={{ width: 1280, height: 800 }}
        phone={{ width: 390, height: 600 }}
        eager
        className="mt-12"
      />
    </section>
  )
}

function ClosingCall() {
  return (
    <section className="border-t border-line bg-accent-soft">
      <div className="mx-auto flex max-w-3xl flex-col items-center gap-6 px-4 py-16 text-center md:py-20">
        <h2 className="text-3xl font-semibold tracking-tight text-balance">
          See what your account has been trying to tell you
        </h2>
        <p className="text-lg text-ink-muted text-pretty">
          Create an account, connect Google Ads or bring a report, and decide with the evidence in
          front of you.
        </p>
        <div className="flex flex-wrap justify-center gap-3">
          <a href={paths.register()} className={buttonClass('primary', 'lg')}>
            Start Your Free Trial
          </a>
          <a href={paths.demo()} className={buttonClass('secondary', 'lg')}>
            Try the live demo
          </a>
        </div>
        <p className="text-sm text-ink-muted text-pretty">
          <When fact="trial">{TRIAL}</When>
          <When fact="no-trial">{NO_TRIAL}</When>
        </p>
      </div>
    </section>
  )
}
