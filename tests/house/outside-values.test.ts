// Untrusted text becomes markup, a query or a URL in one place only (ASVS 1.2.2, 1.2.4, 11.5.1). Checked in the syntax
// trees, so that comments and names do not count.
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { parse, sourceFiles, syntaxOf } from './read-imports.ts';

type Visit = (node: ts.Node, source: ts.SourceFile) => string | null;

/** Returns the visitor's findings in the files, each as `file:line finding`. */
function findIn(files: readonly string[], visit: Visit): string[] {
  return files.flatMap((file) => findInTree(file, syntaxOf(file), visit));
}

function findInText(file: string, text: string, visit: Visit): string[] {
  return findInTree(file, parse(file, text), visit);
}

function findInTree(file: string, source: ts.SourceFile, visit: Visit): string[] {
  const found: string[] = [];
  const walk = (node: ts.Node): void => {
    const what = visit(node, source);
    if (what !== null) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      found.push(`${file}:${line + 1} ${what}`);
    }
    ts.forEachChild(node, walk);
  };
  walk(source);
  return found;
}

const withoutLines = (found: readonly string[]) => found.map((entry) => entry.replace(/:\d+ /, ' '));

const server = [...sourceFiles('examples/server/src'), ...sourceFiles('examples/sandbox/src')];
const core = [...sourceFiles('packages/core/src'), ...sourceFiles('packages/testing/src')];
const components = [...sourceFiles('packages/ui/src'), ...sourceFiles('examples/web/src')].filter(
  (file) => file.endsWith('.tsx') && !file.startsWith('examples/web/src/gallery/'),
);

describe('a query', () => {
  /** `sql.raw`, and a driver's `query` or `execute` with a concatenated string. */
  const concatenated: Visit = (node, source) => {
    if (
      ts.isPropertyAccessExpression(node) &&
      node.name.text === 'raw' &&
      node.expression.getText(source) === 'sql'
    )
      return 'sql.raw';
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return null;
    const [first] = node.arguments;
    if (first === undefined || !['query', 'execute', 'exec', 'unsafe'].includes(node.expression.name.text))
      return null;
    const isConcatenated =
      ts.isTemplateExpression(first) ||
      (ts.isBinaryExpression(first) && first.operatorToken.kind === ts.SyntaxKind.PlusToken);
    return isConcatenated ? `${node.expression.name.text}() of a concatenated string` : null;
  };

  test('takes its values as parameters, never by string concatenation', () => {
    expect(findIn(server, concatenated)).toEqual([]);
  });

  test('the check finds violations', () => {
    const text = `db.execute(sql.raw(x)); pool.query(\`select \${x}\`); pool.query('a' + x); db.execute(sql\`select \${x}\`)`;
    expect(withoutLines(findInText('a.ts', text, concatenated))).toEqual([
      'a.ts sql.raw',
      'a.ts query() of a concatenated string',
      'a.ts query() of a concatenated string',
    ]);
  });
});

describe('randomness', () => {
  /** `Math.random`, and `Math` used as a value, which also gives access to it. */
  const insecureRandom: Visit = (node) => {
    if (!ts.isIdentifier(node) || node.text !== 'Math') return null;
    const { parent } = node;
    if (!ts.isPropertyAccessExpression(parent)) return 'Math as a whole';
    return parent.expression === node && parent.name.text === 'random' ? 'Math.random' : null;
  };

  test('is never Math.random in the server or core', () => {
    expect(withoutLines(findIn([...server, ...core], insecureRandom))).toEqual([
      // The jitter of a reconnect delay.
      'examples/server/src/open-providers.ts Math.random',
    ]);
  });

  test('the check finds violations', () => {
    const text = `const a = Math.random(); const { random } = Math; Math['random'](); Math.floor(1); // Math.random`;
    expect(withoutLines(findInText('a.ts', text, insecureRandom))).toEqual([
      'a.ts Math.random',
      'a.ts Math as a whole',
      'a.ts Math as a whole',
    ]);
  });
});

describe('markup', () => {
  const readers = ['insertAdjacentHTML', 'createContextualFragment', 'parseFromString', 'setHTMLUnsafe'];
  const markupWrites: Visit = (node, source) => {
    // A JSX attribute, or a property of an object that is spread into JSX.
    const isName = ts.isIdentifier(node) && node.text === 'dangerouslySetInnerHTML';
    if (isName && (ts.isJsxAttribute(node.parent) || ts.isPropertyAssignment(node.parent))) return node.text;
    if (!ts.isPropertyAccessExpression(node)) return null;
    const { text } = node.name;
    const writes =
      ['innerHTML', 'outerHTML', 'srcdoc'].includes(text) &&
      ts.isBinaryExpression(node.parent) &&
      node.parent.left === node &&
      node.parent.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
      node.parent.operatorToken.kind <= ts.SyntaxKind.LastAssignment;
    if (writes || readers.includes(text)) return text;
    return ['document.write', 'document.writeln'].includes(node.getText(source))
      ? node.getText(source)
      : null;
  };

  test('is never set as text: the one place that shows markup builds nodes', () => {
    const files = [
      ...['packages/core/src', 'packages/testing/src', 'packages/react-hooks/src', 'packages/ui/src'],
      'examples/web/src',
    ];
    expect(withoutLines(findIn(files.flatMap(sourceFiles), markupWrites))).toEqual([
      // Prerendered markup of the site's own components; empty in a browser.
      'examples/web/src/site/islands/Island.tsx dangerouslySetInnerHTML',
    ]);
  });

  test('the check finds violations', () => {
    const text = `a.innerHTML = x; a.outerHTML += x; f.srcdoc = x; a.insertAdjacentHTML('beforeend', x); p.parseFromString(x);
      document.write(x); const s = { dangerouslySetInnerHTML: x }; const b = <p dangerouslySetInnerHTML={x} />; y = a.innerHTML;`;
    expect(withoutLines(findInText('a.tsx', text, markupWrites))).toEqual(
      [
        ...['innerHTML', 'outerHTML', 'srcdoc', 'insertAdjacentHTML', 'parseFromString', 'document.write'],
        ...['dangerouslySetInnerHTML', 'dangerouslySetInnerHTML'],
      ].map((what) => `a.tsx ${what}`),
    );
  });
});

describe('a URL', () => {
  /** URLs that are rendered unchecked, because they are not outside input. */
  const trusted = [
    // A blob: URL of a file that the user has chosen.
    'packages/ui/src/account/profile/AvatarField.tsx <img src={preview}>',
    // Set by the host: a page of its own.
    'packages/ui/src/billing/PaymentMethodModal.tsx <a href={termsHref}>',
    // blob: URLs, as in AvatarField.
    'packages/ui/src/chat/composer/AttachmentStrip.tsx <img src={url}>',
    'packages/ui/src/chat/composer/AttachmentStrip.tsx <video src={url}>',
    // Checked where AudioPlayer is used.
    'packages/ui/src/chat/media/AudioPlayer.tsx <audio src={src}>',
    'packages/ui/src/chat/message/PendingRow.tsx <img src={url}>',
    // A fixed host, with the ticker as a parameter.
    'packages/ui/src/market-data/chart/ChartWidget.tsx <iframe src={address.href}>',
    // Checked by isPicture, which also allows blob: URLs of this page.
    'packages/ui/src/primitives/Avatar.tsx <img src={src}>',
    // The host's own stylesheet.
    'packages/ui/src/primitives/Isolated.tsx <link href={address}>',
    // Constants of the reference app, and its links to its own routes.
    'examples/web/src/pages/billing/welcome-page.tsx <a href={textAlerts.href}>',
    'examples/web/src/pages/billing/welcome-page.tsx <a href={href}>',
    'examples/web/src/pages/landing/TestimonialFilm.tsx <video src={file}>',
    'examples/web/src/pages/landing/TestimonialFilm.tsx <track src={captions}>',
    'examples/web/src/pages/landing/TestimonialFilm.tsx <a href={file}>',
    'examples/web/src/site/public/SiteFooter.tsx <a href={link.href}>',
    'examples/web/src/site/routing/AppLink.tsx <a href={href}>',
    'examples/web/src/site/routing/RouterLink.tsx <a href={href}>',
  ];
  const elements = new Set([
    'a',
    'area',
    'audio',
    'embed',
    'form',
    'iframe',
    'img',
    'link',
    'object',
    'script',
    'source',
  ]);
  for (const name of ['track', 'video', 'button', 'input', 'AudioPlayer']) elements.add(name);
  const attributes = new Set([
    'href',
    'src',
    'srcSet',
    'poster',
    'data',
    'action',
    'formAction',
    'xlinkHref',
  ]);
  const checks = new Set(['safeHref', 'safePicture']);

  const isSafe = (value: ts.Expression, source: ts.SourceFile): boolean => {
    if (ts.isStringLiteralLike(value)) return true;
    // Starts with a path or an anchor of this site.
    if (ts.isTemplateExpression(value)) return /^(?:\/(?![/\\])|#)/.test(value.head.text);
    if (ts.isBinaryExpression(value) && value.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken)
      return isSafe(value.left, source);
    if (ts.isConditionalExpression(value))
      return isSafe(value.whenTrue, source) && isSafe(value.whenFalse, source);
    if (value.kind === ts.SyntaxKind.NullKeyword || value.getText(source) === 'undefined') return true;
    if (ts.isCallExpression(value)) return checks.has(value.expression.getText(source));
    return ts.isIdentifier(value) && isChecked(value.text, source);
  };
  /** Whether every constant of that name in the file is checked. */
  const isChecked = (name: string, source: ts.SourceFile): boolean => {
    const created: boolean[] = [];
    const walk = (node: ts.Node): void => {
      if (ts.isVariableDeclaration(node) && node.name.getText(source) === name)
        created.push(node.initializer !== undefined && isSafe(node.initializer, source));
      if ((ts.isParameter(node) || ts.isBindingElement(node)) && node.name.getText(source) === name)
        created.push(false);
      ts.forEachChild(node, walk);
    };
    walk(source);
    return created.length > 0 && created.every(Boolean);
  };
  const unchecked: Visit = (node, source) => {
    if (!ts.isJsxAttribute(node) || !attributes.has(node.name.getText(source))) return null;
    const element = node.parent.parent.tagName.getText(source);
    const { initializer } = node;
    if (!elements.has(element) || initializer === undefined || !ts.isJsxExpression(initializer)) return null;
    const value = initializer.expression;
    return value === undefined || isSafe(value, source)
      ? null
      : `<${element} ${node.name.getText(source)}={${value.getText(source)}}>`;
  };

  test('is rendered only through safeHref or safePicture, or is the page’s own', () => {
    expect(withoutLines(findIn(components, unchecked))).toEqual(trusted);
  });

  test('the check finds violations', () => {
    const text = `
      const good = safeHref(a.b); const bad = a.b;
      const x = <><a href={user.url} /><img src={bad} /><a href={good} /><a href={\`/x/\${y}\`} /><a href={\`\${y}\`} />
      <video src={safePicture(p) ?? undefined} poster={p} /><Link href={user.url} /></>;`;
    expect(withoutLines(findInText('a.tsx', text, unchecked))).toEqual([
      'a.tsx <a href={user.url}>',
      'a.tsx <img src={bad}>',
      `a.tsx <a href={\`\${y}\`}>`,
      'a.tsx <video poster={p}>',
    ]);
  });
});
