import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { root } from '../install.mjs'
import { changesSince, released, withChanges, withRelease } from './changelog.ts'
import { compareApis } from './compare.ts'
import type { Api, Schema } from './document.ts'

/* What breaks a program that calls Byre: one change at a time to the API as it is, and the same the other way round, which breaks nothing. */

const text = readFileSync(join(root, 'docs/openapi.json'), 'utf8')
const api = JSON.parse(text) as Api

const schemaOf = (document: Api, name: string): Schema => document.components.schemas[name]!
const fieldOf = (document: Api, name: string, field: string): Schema =>
  schemaOf(document, name).properties![field]!
const operationOf = (document: Api, path: string, method: string) => document.paths[path]![method]!
const without = (list: readonly string[] | undefined, one: string) => list!.filter((other) => other !== one)

interface Break {
  what: string
  change(document: Api): void
  says: string
  /** Whether the same the other way round is a break, too; else it is something new, or nothing. */
  isBothWays?: boolean
}

const all: Break[] = [
  {
    what: 'a call that is gone',
    change: ({ paths }) => delete paths['/api/v1/species'],
    says: 'listSpecies is gone',
  },
  {
    what: 'a call at another address',
    change: ({ paths }) => {
      paths['/api/v1/kinds'] = paths['/api/v1/species']!
      delete paths['/api/v1/species']
    },
    says: 'listSpecies is GET /api/v1/kinds, was GET /api/v1/species',
    isBothWays: true,
  },
  {
    what: 'another status of what was done',
    change: (document) => {
      const { responses } = operationOf(document, '/api/v1/sites', 'post')
      responses['200'] = responses['201']!
      delete responses['201']
    },
    says: 'createSite answers 200, was 201',
    isBothWays: true,
  },
  {
    what: 'another status of a refusal',
    change: (document) => {
      const { responses } = operationOf(document, '/api/v1/sites/{id}', 'get')
      responses['410'] = responses['404']!
      delete responses['404']
    },
    says: 'getSite refuses by not_found with 410, was 404',
    isBothWays: true,
  },
  {
    what: 'a scope that is another one',
    change: (document) => {
      operationOf(document, '/api/v1/sites', 'get')['x-api-key-scope'] = 'places:write'
    },
    says: 'listSites can no longer be made by apiKey places:read',
    isBothWays: true,
  },
  {
    what: 'a session that is asked for where none was',
    change: (document) => {
      operationOf(document, '/api/v1/login', 'post').security = [{ bearer: [] }]
    },
    says: 'logIn is no longer for anyone',
  },
  {
    what: 'a field that must be sent now',
    change: (document) => schemaOf(document, 'NewInvite').required!.push('role'),
    says: 'inviteToSite now needs body.role',
  },
  {
    what: 'a field that is new and must be sent',
    change: (document) => {
      const schema = schemaOf(document, 'NewInvite')
      schema.properties!['why'] = { type: 'string' }
      schema.required!.push('why')
    },
    says: 'inviteToSite now needs body.why',
    isBothWays: true,
  },
  {
    what: 'a field that is dropped unread',
    change: (document) => delete schemaOf(document, 'SiteChanges').properties!['city'],
    says: 'updateSite takes no body.city any more',
  },
  {
    what: 'a parameter that is no longer taken',
    change: (document) => {
      const operation = operationOf(document, '/api/v1/sites', 'get')
      operation.parameters = operation.parameters.filter(
        (one) => !('$ref' in one) || !one.$ref.endsWith('query.q'),
      )
    },
    says: 'listSites takes no query q any more',
  },
  {
    what: 'a parameter that must be sent now',
    change: (document) => (document.components.parameters!['query.page']!.required = true),
    says: 'listSites now needs query page',
  },
  {
    what: 'fewer values that are taken',
    change: (document) => {
      const role = schemaOf(document, 'InvitedRoleName')
      role.enum = role.enum!.slice(1)
    },
    says: 'inviteToSite takes User as body.role no more',
  },
  {
    what: 'a text that must be shorter',
    change: (document) => (fieldOf(document, 'SiteChanges', 'city').maxLength = 20),
    says: 'updateSite takes body.city with maxLength 20, was 255',
  },
  {
    what: 'a text that must look some way',
    change: (document) => (fieldOf(document, 'SiteChanges', 'city').pattern = '^[A-Z]'),
    says: 'updateSite takes body.city like ^[A-Z], was any',
  },
  {
    what: 'another type of what is sent',
    change: (document) => (fieldOf(document, 'SiteChanges', 'city').type = 'array'),
    says: 'updateSite has array as body.city, was string',
    isBothWays: true,
  },
  {
    what: 'a field that is answered no more',
    change: (document) => {
      const site = schemaOf(document, 'Site')
      delete site.properties!['code']
      site.required = without(site.required, 'code')
    },
    says: 'getSite has no answer.code any more',
  },
  {
    what: 'a field that may be left out of an answer',
    change: (document) => {
      const site = schemaOf(document, 'Site')
      site.required = without(site.required, 'code')
    },
    says: 'getSite may leave out answer.code',
  },
  {
    what: 'a field that may be null',
    change: (document) => {
      schemaOf(document, 'Site').properties!['code'] = { anyOf: [{ type: 'string' }, { type: 'null' }] }
    },
    says: 'getSite may answer null as answer.code',
  },
  {
    what: 'another type in an answer, inside a list',
    change: (document) => (fieldOf(document, 'ListedSite', 'code').type = 'number'),
    says: 'listSites has number as answer.sites[].code, was string',
    isBothWays: true,
  },
  {
    what: 'a file of another kind',
    change: (document) => {
      const answer = operationOf(document, '/api/v1/sites/{id}/activity.csv', 'get').responses['200']!
      if ('content' in answer) answer.content = { 'application/pdf': {} }
    },
    says: 'exportSiteActivity answers no text/csv; charset=utf-8 any more',
    isBothWays: true,
  },
]

const changed = (change: (document: Api) => void): Api => {
  const document = JSON.parse(text) as Api
  change(document)
  return document
}

describe('a break is seen', () => {
  for (const { what, change, says, isBothWays = false } of all)
    test(what, () => {
      const document = changed(change)
      const { breaks } = compareApis(api, document)
      assert.ok(breaks.includes(says), breaks.join('\n'))
      assert.deepEqual(new Set(breaks).size, breaks.length)
      const back = compareApis(document, api).breaks
      assert.equal(back.length > 0, isBothWays, back.join('\n'))
    })
})

test('what is only more breaks nothing, and is told as new', () => {
  const more = changed((document) => {
    schemaOf(document, 'Site').properties!['colour'] = { type: 'string' }
    schemaOf(document, 'SiteChanges').properties!['colour'] = { type: 'string' }
    document.paths['/api/v1/colours'] = {
      get: { ...operationOf(document, '/api/v1/species', 'get'), operationId: 'listColours' },
    }
    fieldOf(document, 'Site', 'access_state').enum!.push('asleep')
  })
  const { breaks, additions } = compareApis(api, more)
  assert.deepEqual(breaks, [])
  for (const line of [
    '`getSite`: answers `colour`',
    '`updateSite`: takes `colour`',
    '`listColours`, `GET /api/v1/colours`: ',
  ])
    assert.ok(
      additions.some((addition) => addition.startsWith(line)),
      additions.join('\n'),
    )
})

test('a break is refused unless it is meant, with a reason that stands in the changelog', () => {
  const now = changed(({ paths }) => delete paths['/api/v1/species'])
  const refused = changesSince(api, now, { version: '1.2.0', meant: {} })
  assert.equal(refused.complaints.length, 1)
  assert.match(refused.complaints[0]!, /^Programs written for 1\.2\.0 would break: listSpecies is gone\. /)
  const reason = 'Ask for `listKinds` instead.'
  const meant = changesSince(api, now, { version: '1.2.0', meant: { 'listSpecies is gone': reason } })
  assert.deepEqual(meant.complaints, [])
  assert.equal(
    meant.section,
    '<h3>What breaks</h3>\n<ul>\n<li><code>listSpecies</code> is gone. Ask for <code>listKinds</code> instead.</li>\n</ul>',
  )
  const needless = changesSince(api, api, { version: '1.2.0', meant: { 'listSpecies is gone': reason } })
  assert.match(needless.complaints[0]!, /means a break that there is not/)
})

test('a release keeps the description that the next is compared with, and begins a new section', () => {
  const page = readFileSync(join(root, 'docs/guides/changelog.html'), 'utf8')
  const written = withChanges(page, { section: '<ul><li>listColours</li></ul>' })
  const next = withRelease(written, '1.3.0', new Date('2027-02-03T00:00:00Z'))
  assert.match(
    next,
    /<h2>Not yet released<\/h2>\n<!-- .* -->\n<p>Nothing\.<\/p>\n<!-- until here -->\n<h2>1\.3\.0, 2027-02-03<\/h2>\n<ul><li>listColours<\/li><\/ul>\n<h2>0\.1\.0/,
  )
  const kept = JSON.parse(released(api)) as Api
  assert.deepEqual(compareApis(kept, api), { breaks: [], additions: [] })
  assert.ok(released(api).length < text.length / 2)
})
