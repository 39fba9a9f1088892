'use client';

import { priceText } from '@openbell/core/locale';
import { expiryText, strikeText } from '@openbell/core/option-symbol';
import { countText, dollarsText } from '@openbell/core/time-sales';
import type { FlashAlerts, FlashTrade } from '@openbell/core/trade-flash';
import { useFlashAlerts } from '@openbell/react-hooks';
import { type ReactNode, useCallback } from 'react';
import { Switch, useTexts } from '../../primitives/index.ts';
import { Fold } from '../controls/Fold.tsx';
import { NumberField } from '../controls/NumberField.tsx';

export interface FlashAlertsControlsProps {
  /** Empty for all tickers. */
  ticker: string;
  /** Default: the provider's alerts. */
  alerts?: FlashAlerts | undefined;
}

/** The switches for sound and notifications of trades above a premium. Both are off by default. */
export function FlashAlertsControls({ ticker, alerts: instance }: FlashAlertsControlsProps): ReactNode {
  const text = useTexts();
  const describe = useCallback(
    (trade: FlashTrade, more: number) => {
      const { root, strike, type, expiry } = trade.option;
      const size = countText(trade.size);
      const price = priceText(trade.price);
      return {
        title: text('market.alerts.heading', {
          root,
          strike: strikeText(strike),
          right: text(type === 'call' ? 'market.flash.call' : 'market.flash.put'),
          expiry: expiryText(expiry),
          dollars: dollarsText(trade.dollars),
        }),
        body:
          more === 0
            ? text('market.alerts.body', { size, price })
            : text('market.alerts.bodyMore', { size, price, count: countText(more) }),
      };
    },
    [text],
  );
  const alerts = useFlashAlerts({ ticker, describe }, instance);
  const { sound, notify, leastPremium, permission } = alerts;
  const cannot = permission === 'denied' || permission === 'unsupported' ? permission : null;
  return (
    <Fold label={text('market.alerts.title')} count={Number(sound) + Number(notify)}>
      <fieldset className="ob-flash-alerts">
        <legend className="ob-visually-hidden">{text('market.alerts.title')}</legend>
        <NumberField
          label={text('market.alerts.least')}
          value={leastPremium}
          onSettle={alerts.setLeastPremium}
        />
        <Switch label={text('market.alerts.sound')} checked={sound} onCheckedChange={alerts.setSound} />
        <Switch
          label={text('market.alerts.notify')}
          checked={notify}
          disabled={cannot !== null}
          hint={cannot === null ? undefined : text(`market.alerts.${cannot}`)}
          onCheckedChange={(on) => void alerts.setNotify(on)}
        />
      </fieldset>
    </Fold>
  );
}
