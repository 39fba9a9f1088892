import { expect, test } from 'vitest';
import { type PastedItems, pastedFiles } from '../../../packages/ui/src/chat/composer/pasted-files.ts';

const png = new File(['x'], 'chart.png', { type: 'image/png' });
const jpg = new File(['x'], 'my chart.jpg', { type: 'image/jpeg' });
const cafe = new File(['x'], 'cafe\u0301.png', { type: 'image/png' });
const pdf = new File(['x'], 'my notes.pdf', { type: 'application/pdf' });
const img = '<meta charset="utf-8"><img src="https://a.example/chart.png" alt="A chart">';

const cases: readonly (readonly [string, Partial<PastedItems>, readonly File[]])[] = [
  ['text alone', { text: 'chart.png' }, []],
  ['a screenshot', { files: [png] }, [png]],
  ['a picture of a file manager with its name', { files: [png], text: 'chart.png' }, [png]],
  ['a picture of a file manager with its path', { files: [png], text: '/home/ada/chart.png' }, [png]],
  ['a picture with a Windows path', { files: [png], text: 'C:\\Users\\ada\\chart.png' }, [png]],
  ['a picture with its file address', { files: [jpg], text: 'file:///home/ada/my%20chart.jpg\r\n' }, [jpg]],
  ['several pictures with their names', { files: [png, jpg], text: 'chart.png\nmy chart.jpg' }, [png, jpg]],
  ['a picture and a document', { files: [png, pdf], text: 'chart.png\nmy notes.pdf' }, [png]],
  [
    'pictures of the Finder, with names in lines of CR',
    { files: [png, jpg], text: 'chart.png\rmy chart.jpg' },
    [png, jpg],
  ],
  ['a picture whose name has another normal form', { files: [cafe], text: 'caf\u00E9.png' }, [cafe]],
  [
    'a picture of Nautilus, with its header',
    { files: [png], text: 'x-special/nautilus-clipboard\ncopy\nfile:///home/ada/chart.png\n' },
    [png],
  ],
  ['a picture of Nautilus that was cut', { files: [png], text: 'cut\nfile:///home/ada/chart.png' }, [png]],
  ['a picture with a quoted path', { files: [png], text: '"C:\\Users\\ada\\chart.png"' }, [png]],
  ['a word of a header without a name', { files: [png], text: 'copy' }, []],
  ['a document with its name', { files: [pdf], text: 'my notes.pdf' }, []],
  ['a picture copied on a page', { files: [png], html: img }, [png]],
  ['a picture with its address', { files: [png], html: img, text: 'https://a.example/chart.png' }, [png]],
  [
    'words of an office program with a picture of them',
    { files: [png], text: 'Sell', html: '<p>Sell</p>' },
    [],
  ],
  ['cells of a spreadsheet', { files: [png], text: '1\t2', html: '<table><td>1<td>2</table>' }, []],
  ['words and a picture', { files: [png], text: 'See', html: `<p>See</p>${img}` }, []],
  ['a name and other words', { files: [png], text: 'chart.png\nSell' }, []],
];

test.each(cases)('attaches or leaves the files of %s [chat.pasted-items]', (_name, items, expected) => {
  expect(pastedFiles({ files: [], text: '', html: '', ...items })).toEqual(expected);
});
