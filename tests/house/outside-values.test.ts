// Untrusted text becomes markup, a query or a URL in one place only (ASVS 1.2.2, 1.2.4, 11.5.1). Checked in the syntax
// trees, so that comments and names do not count.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { root, sourceFiles } from './read-imports.ts';

type Visit = (node: ts.Node, source: ts.SourceFile) => string | null;

/** What a visit finds in the files, each as `file:line what`. */
function findIn(files: readonly string[], visit: Visit): string[] {
  return files.flatMap((file) => findInText(file, readFileSync(join(root, file), 'utf8'), visit));
}

function findInText(file: string, text: string, visit: Visit): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
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
const drawn = [...sourceFiles('packages/ui/src'), ...sourceFiles('examples/web/src')].filter(
  (file) => file.endsWith('.tsx') && !file.startsWith('examples/web/src/gallery/'),
);

describe('a query', () => {
  /** `sql.raw`, and a driver's own `query` or `execute` with a text that is put together. */
  const assembled: Visit = (node, source) => {
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
    const isAssembled =
      ts.isTemplateExpression(first) ||
      (ts.isBinaryExpression(first) && first.operatorToken.kind === ts.SyntaxKind.PlusToken);
    return isAssembled ? `${node.expression.name.text}() of an assembled text` : null;
  };

  test('takes its values as parameters, never by string concatenation', () => {
    expect(findIn(server, assembled)).toEqual([]);
  });

  test('the check finds violations', () => {
    const text = `db.execute(sql.raw(x)); pool.query(\`select \${x}\`); pool.query('a' + x); db.execute(sql\`select \${x}\`)`;
    expect(withoutLines(findInText('a.ts', text, assembled))).toEqual([
      'a.ts sql.raw',
      'a.ts query() of an assembled text',
      'a.ts query() of an assembled text',
    ]);
  });
});

describe('randomness', () => {
  /** `Math.random`, and `Math` taken whole, out of which anybody may take it. */
  const guessable: Visit = (node) => {
    if (!ts.isIdentifier(node) || node.text !== 'Math') return null;
    const { parent } = node;
    if (!ts.isPropertyAccessExpression(parent)) return 'Math as a whole';
    return parent.expression === node && parent.name.text === 'random' ? 'Math.random' : null;
  };

  test('is never Math.random in the server or core', () => {
    expect(withoutLines(findIn([...server, ...core], guessable))).toEqual([
      // How long to wait before connecting to the feed again.
      'examples/server/src/providers/open-providers.ts Math.random',
    ]);
  });

  test('the check finds violations', () => {
    const text = `const a = Math.random(); const { random } = Math; Math['random'](); Math.floor(1); // Math.random`;
    expect(withoutLines(findInText('a.ts', text, guessable))).toEqual([
      'a.ts Math.random',
      'a.ts Math as a whole',
      'a.ts Math as a whole',
    ]);
  });
});

describe('markup', () => {
  const readers = ['insertAdjacentHTML', 'createContextualFragment', 'parseFromString', 'setHTMLUnsafe'];
  const asMarkup: Visit = (node, source) => {
    // In JSX, and in an object that is spread into it.
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
    expect(withoutLines(findIn(files.flatMap(sourceFiles), asMarkup))).toEqual([
      // What the prerender has drawn of the site's own components; in a browser it is empty.
      'examples/web/src/site/Island.tsx dangerouslySetInnerHTML',
    ]);
  });

  test('the check finds violations', () => {
    const text = `a.innerHTML = x; a.outerHTML += x; f.srcdoc = x; a.insertAdjacentHTML('beforeend', x); p.parseFromString(x);
      document.write(x); const s = { dangerouslySetInnerHTML: x }; const b = <p dangerouslySetInnerHTML={x} />; y = a.innerHTML;`;
    expect(withoutLines(findInText('a.tsx', text, asMarkup))).toEqual(
      [
        ...['innerHTML', 'outerHTML', 'srcdoc', 'insertAdjacentHTML', 'parseFromString', 'document.write'],
        ...['dangerouslySetInnerHTML', 'dangerouslySetInnerHTML'],
      ].map((what) => `a.tsx ${what}`),
    );
  });
});

describe('a URL', () => {
  /** What is drawn as it is, because it comes from nowhere outside. */
  const own = [
    // A picture that this page has made of a file that the person chose (blob:).
    'packages/ui/src/account/AvatarField.tsx <img src={preview}>',
    // The host's own page, given by the host.
    'packages/ui/src/billing/PaymentMethodModal.tsx <a href={termsHref}>',
    // As AvatarField.
    'packages/ui/src/chat/AttachmentStrip.tsx <img src={url}>',
    'packages/ui/src/chat/AttachmentStrip.tsx <video src={url}>',
    // Whoever draws an AudioPlayer is asked instead.
    'packages/ui/src/chat/AudioPlayer.tsx <audio src={src}>',
    'packages/ui/src/chat/PendingRow.tsx <img src={url}>',
    // A fixed host, with the ticker as a parameter.
    'packages/ui/src/market-data/ChartWidget.tsx <iframe src={address.href}>',
    // By a rule of its own (isPicture): pictures that this page has made are drawn as well.
    'packages/ui/src/primitives/Avatar.tsx <img src={src}>',
    // The host's own stylesheet.
    'packages/ui/src/primitives/Isolated.tsx <link href={address}>',
    // Constants of the reference app, and its links to its own routes.
    'examples/web/src/pages/billing/welcome-page.tsx <a href={textAlerts.href}>',
    'examples/web/src/pages/billing/welcome-page.tsx <a href={href}>',
    'examples/web/src/site/RouterLink.tsx <a href={href}>',
    'examples/web/src/site/SiteFooter.tsx <a href={link.href}>',
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
  const doors = new Set(['safeHref', 'safePicture']);

  const isSafe = (value: ts.Expression, source: ts.SourceFile): boolean => {
    if (ts.isStringLiteralLike(value)) return true;
    // A path or an anchor of this site, whatever comes behind it.
    if (ts.isTemplateExpression(value)) return /^(?:\/(?![/\\])|#)/.test(value.head.text);
    if (ts.isBinaryExpression(value) && value.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken)
      return isSafe(value.left, source);
    if (ts.isConditionalExpression(value))
      return isSafe(value.whenTrue, source) && isSafe(value.whenFalse, source);
    if (value.kind === ts.SyntaxKind.NullKeyword || value.getText(source) === 'undefined') return true;
    if (ts.isCallExpression(value)) return doors.has(value.expression.getText(source));
    return ts.isIdentifier(value) && comesFromDoor(value.text, source);
  };
  /** Every constant of that name in the file was let through by the door. */
  const comesFromDoor = (name: string, source: ts.SourceFile): boolean => {
    const made: boolean[] = [];
    const walk = (node: ts.Node): void => {
      if (ts.isVariableDeclaration(node) && node.name.getText(source) === name)
        made.push(node.initializer !== undefined && isSafe(node.initializer, source));
      if ((ts.isParameter(node) || ts.isBindingElement(node)) && node.name.getText(source) === name)
        made.push(false);
      ts.forEachChild(node, walk);
    };
    walk(source);
    return made.length > 0 && made.every(Boolean);
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
    expect(withoutLines(findIn(drawn, unchecked))).toEqual(own);
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
