module pitwall/targets/__TARGET__

go 1.26.0
