package done
