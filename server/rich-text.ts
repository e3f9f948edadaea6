import sanitizeHtml from 'sanitize-html'
import { linkAddress } from '#contract/rich-text.ts'

/** More than the editor makes, which has no h1, h4, code, pre and hr: text may also come by the API. */
const TAGS = 'p br h1 h2 h3 h4 strong b em i u s ul ol li a blockquote code pre hr'
/** Taken out with all that they hold. */
const WITH_CONTENT = 'script style textarea option noscript title xmp svg math template iframe noembed noframes'
/** Where a numbered list goes on. */
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

/** Rich text as it may be stored: what is not on the list of tags is taken out, and nothing that is left can run or load anything. */
export const cleanRichText = (html: string): string => sanitizeHtml(html, OPTIONS)
