/**
 * Who may import whom (docs/architecture.md): packages `core ← form-kit ← forms`, `core ← energy, charging`, `contracts ← apps`;
 * server `platform ← engine, modules ← effects ← main`; web `app → features → engine → ui, lib`.
 */
const forbid = (name, comment, from, to) => ({
  name,
  comment,
  severity: 'error',
  from: typeof from === 'string' ? { path: from } : from,
  to: typeof to === 'string' ? { path: to } : to,
});

/** Tests may build the world they test in from any layer of their own app. */
const tests = '\\.test\\.tsx?$|/testing/';

module.exports = {
  forbidden: [
    forbid(
      'no-cycles',
      'Modules that import each other cannot be understood or tested alone. An imported type is gone at run time and may lead back.',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    ),
    forbid('resolvable', 'An import that leads nowhere breaks at run time.', {}, { couldNotResolve: true }),

    forbid('core-is-pure', 'core imports nothing of ours.', '^packages/core/', '^(packages/(?!core/)|apps/)'),
    forbid(
      'energy-on-core',
      'Energy calculation knows core only: it is the same in a report, a form and a big screen.',
      '^packages/energy/',
      '^(packages/(?!core/|energy/)|apps/)',
    ),
    forbid(
      'charging-on-core',
      'The rules of charging know core only.',
      '^packages/charging/',
      '^(packages/(?!core/|charging/)|apps/)',
    ),
    forbid(
      'form-kit-on-core',
      'form-kit knows core only.',
      '^packages/form-kit/',
      '^(packages/(energy|charging|forms|contracts)/|apps/)',
    ),
    forbid(
      'forms-on-kit',
      'Definitions know form-kit and core only.',
      '^packages/forms/',
      '^(packages/(energy|charging|contracts)/|apps/)',
    ),
    forbid(
      'contracts-below-apps',
      'Contracts are read by both apps and know neither; what they say is shapes, not sums.',
      '^packages/contracts/',
      '^(packages/(energy|charging)/|apps/)',
    ),
    forbid(
      'packages-without-io',
      'Packages run in the browser, too: no Node modules outside their tests.',
      { path: '^packages/', pathNot: tests },
      { dependencyTypes: ['core'] },
    ),
    forbid('web-not-server', 'The apps meet in contracts only.', '^apps/web/', '^apps/server/'),
    forbid('server-not-web', 'The apps meet in contracts only.', '^apps/server/', '^apps/web/'),

    forbid(
      'server-platform',
      'platform is the lowest layer.',
      { path: '^apps/server/src/platform/', pathNot: tests },
      '^apps/server/src/(engine|modules|effects|main\\.ts)',
    ),
    forbid(
      'server-engine',
      'The engine never names a module or an effect.',
      { path: '^apps/server/src/engine/', pathNot: tests },
      '^apps/server/src/(modules|effects|main\\.ts)',
    ),
    forbid(
      'server-modules',
      'modules lie below effects.',
      { path: '^apps/server/src/modules/', pathNot: tests },
      '^apps/server/src/(effects|main\\.ts)',
    ),
    forbid(
      'server-effects',
      'Only the composition root wires.',
      { path: '^apps/server/src/effects/', pathNot: tests },
      '^apps/server/src/main\\.ts',
    ),
    forbid(
      'module-entry',
      'A module reaches another only through its index.ts.',
      { path: '^apps/server/src/modules/([^/]+)/', pathNot: tests },
      {
        path: '^apps/server/src/modules/[^/]+/',
        pathNot: ['^apps/server/src/modules/$1/', '^apps/server/src/modules/[^/]+/index\\.ts$'],
      },
    ),
    forbid(
      'no-tests-in-product',
      'What serves tests is not part of the product.',
      { path: '^apps/', pathNot: tests },
      { path: tests, pathNot: 'node_modules' },
    ),

    forbid(
      'web-ui-lib',
      'ui and lib are the lowest layer.',
      '^apps/web/src/(ui|lib)/',
      '^apps/web/src/(app|features|engine|login)/',
    ),
    forbid('web-engine', 'The engine knows no feature.', '^apps/web/src/engine/', '^apps/web/src/features/'),
    forbid(
      'web-login-is-light',
      'The sign-in page has its own entry and must not load the application.',
      '^apps/web/src/login/',
      '^(apps/web/src/(app|features|engine)/|node_modules/antd/)',
    ),
    forbid(
      'web-phone-is-light',
      'The phone page has its own entry, opens in basements, and must not load the application.',
      '^apps/web/src/phone/',
      {
        path: '^(apps/web/src/(app|features|engine|ui)/|node_modules/antd/)',
        pathNot: '^apps/web/src/features/energy/(entry/entries|runs/drafts|last-project)\\.ts$',
      },
    ),
  ],
  options: {
    // TypeScript 7 has no API that the tool could read sources with; swc has.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css', '.svg'],
    },
  },
};
