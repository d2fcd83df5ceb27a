import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { secureHeaders } from 'hono/secure-headers'

/** Makes the browser load only the page's own scripts, styles, images and frames, none from a memory's content. */
export const securityHeaders: MiddlewareHandler = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'"],
    connectSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
  },
  xFrameOptions: 'DENY',
  referrerPolicy: 'no-referrer',
  strictTransportSecurity: false,
  crossOriginResourcePolicy: 'same-origin',
  crossOriginOpenerPolicy: 'same-origin',
})

/** Refuses requests from pages of other origins, even if they carry a valid cookie. */
export const ownPagesOnly: MiddlewareHandler = async (context, next) => {
  const origin = context.req.header('origin')
  const site = context.req.header('sec-fetch-site')
  const isOwn = origin === undefined || hostOf(origin) === (context.req.header('host') ?? new URL(context.req.url).host)
  const isNamed = context.req.method === 'GET' || origin !== undefined || site === 'same-origin'
  if (!isOwn || !isNamed || (site !== undefined && site !== 'same-origin' && site !== 'none'))
    return context.json({ error: 'this request comes from another page: open the inspector itself' }, 403)
  context.header('cache-control', 'no-store')
  return next()
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}

/** The guards of a standalone inspector. */
export interface LoopbackGuard {
  /** Placed in the fragment of the address, which is not sent to servers or logged. */
  token: string
  /** Accepts only requests whose host names this machine. */
  onlyThisMachine: MiddlewareHandler
  /** Exchanges the token for a cookie. */
  enter: MiddlewareHandler
  /** Accepts only requests with the cookie. */
  onlyEntered: MiddlewareHandler
}

/** Creates the guards. The port is known when the server listens. */
export function createLoopbackGuard(port: () => number): LoopbackGuard {
  const token = randomBytes(24).toString('base64url')
  const pass = randomBytes(24).toString('base64url')
  const cookie = (): string => `daybook_inspector_${port()}`
  return {
    token,
    async onlyThisMachine(context, next) {
      // An attacker's host name that resolves to this machine is a different host for the browser.
      const isThis = ['127.0.0.1', 'localhost'].some((name) => context.req.header('host') === `${name}:${port()}`)
      return isThis ? next() : context.text('this inspector answers on 127.0.0.1 only', 403)
    },
    async enter(context) {
      const body: unknown = await context.req.json().catch(() => undefined)
      const given = typeof body === 'object' && body !== null && 'token' in body ? body.token : undefined
      if (typeof given !== 'string' || !isSame(given, token)) {
        deleteCookie(context, cookie(), { path: '/' })
        return context.json({ error: 'the token is not of this run: open the address that was printed last' }, 401)
      }
      setCookie(context, cookie(), pass, { path: '/', httpOnly: true, sameSite: 'Strict' })
      return context.json({ isEntered: true })
    },
    async onlyEntered(context, next) {
      if (isSame(getCookie(context, cookie()) ?? '', pass)) return next()
      return context.json({ error: 'open the address that was printed when the inspector was started' }, 401)
    },
  }
}

function isSame(a: string, b: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
