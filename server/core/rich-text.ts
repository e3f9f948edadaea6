import sanitizeHtml from 'sanitize-html'
import { linkAddress } from '#contract/rich-text.ts'

/** The editor makes no h1, h4, code, pre and hr, but the API accepts them. */
const TAGS = 'p br h1 h2 h3 h4 strong b em i u s ul ol li a blockquote code pre hr'
const WITH_CONTENT = 'script style textarea option noscript title xmp svg math template iframe noembed noframes'
const START = /^\d{1,4}$/

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: TAGS.split(' '),
  allowedAttributes: { a: ['href', 'target', 'rel'], ol: ['start'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nonTextTags: WITH_CONTENT.split(' '),
  transformTags: {
    a: (tagName, { href: typed = '' }) => {
      const href = linkAddress(typed)
      return { tagName, attribs: href ? { href, target: '_blank', rel: 'noopener noreferrer nofollow' } : {} }
    },
    ol: (tagName, { start = '' }) => ({ tagName, attribs: START.test(start) ? { start } : {} }),
  },
}

/** Removes everything that is not on the allow-list, so that nothing stored can run or load anything. */
export const cleanRichText = (html: string): string => sanitizeHtml(html, OPTIONS)
