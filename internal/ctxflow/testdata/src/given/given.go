package given
