<?php

declare(strict_types=1);

namespace Vezne;

/** The default of parameters to which null has a meaning of its own: JSON's `null`. */
final class NotGiven
{
}
